import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

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
    proxy: { "/api": { target: "http://127.0.0.1:7632", changeOrigin: true } },
  },
  test: { include: ["src/**/*.test.ts"] },
});
