// The words of the lessons, which come with their screens: the first load of the page stays small.
import { addTexts } from "../text";

addTexts(import.meta.glob<string>("../../texts/lessons/*.ftl", { query: "?raw", import: "default", eager: true }));
