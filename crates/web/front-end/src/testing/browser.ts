// What modules expect of a browser when they are loaded, for tests that run without one.
import { vi } from "vitest";

vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener: () => {} }));
vi.stubGlobal("addEventListener", () => {});
vi.stubGlobal("location", { hash: "" });
vi.stubGlobal("navigator", { languages: ["en"] });
