import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** The fonts and `assets/tokens.css` keep their names, so that pages the server renders itself can use the same look. */
const STABLE_NAMES = /\.woff2$|^tokens\.css$/;
const serverPort = process.env.PORT ?? "3000";

export default defineConfig({
  root: `${import.meta.dirname}/web`,
  plugins: [react(), tailwindcss()],
  build: {
    outDir: `${import.meta.dirname}/dist/web`,
    emptyOutDir: true,
    manifest: true,
    target: ["chrome123", "firefox121", "safari17.5"],
    modulePreload: { polyfill: false },
    // A font or an icon inside a data: address would be refused by the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: { app: `${import.meta.dirname}/web/index.html`, tokens: `${import.meta.dirname}/web/ui/tokens.css` },
      output: {
        assetFileNames: (asset) =>
          asset.names.some((name) => STABLE_NAMES.test(name))
            ? "assets/[name][extname]"
            : "assets/[name]-[hash][extname]",
      },
    },
  },
  server: { proxy: { "/api": `http://127.0.0.1:${serverPort}` } },
});
