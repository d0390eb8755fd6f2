import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** Where the games come from while the page is written. */
const poda = process.env["PODA_ADDRESS"] ?? "http://127.0.0.1:7632";

export default defineConfig({
  plugins: [svelte()],
  build: {
    target: "es2022",
    // The server's policy allows no inline script or style, data addresses included.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    // `npm run dev` beside `poda serve --no-open`: the page from here, the games from there.
    // The server answers only pages of its own, so the requests say that they come from there.
    fs: { allow: [".", "../../coach"] }, // the palette is shared with the pictures that the server draws
    proxy: { "/api": { target: poda, changeOrigin: true, headers: { origin: poda } } },
  },
  test: { include: ["src/**/*.test.ts"], setupFiles: ["src/testing/browser.ts"] },
});
