import type { Plugin } from "vite";

/**
 * Removes component names for development tools from the browser's packages. Assigning a name to a component counts as a use of
 * the component, so that whole unused parts of packages would stay in the build.
 */
export const removeComponentNames = (): Plugin => ({
  name: "lorekeep:without-names",
  apply: "build",
  applyToEnvironment: ({ name }) => name === "client",
  transform: {
    filter: { id: /[\\/]node_modules[\\/]/, code: /\.displayName = |\b__name\(/ },
    handler: (code) => ({ code: dropNames(code), map: null }),
  },
});

const dropNames = (code: string): string =>
  code
    .replaceAll(/^\s*\w+\.displayName = [^;\n]*;$/gm, "")
    .replaceAll(/^\s*__name\(\w+, "[^"]*"\);$/gm, "")
    .replaceAll(/^\s*static \{\s*\}$/gm, "")
    .replace(/^var __name = .*$/m, "var __name = (target) => target;")
    // Marks the creation of a component as free of side effects, so that unused components are removed.
    .replaceAll(/\bReact(?:\$1)?\.(?:forwardRef|createContext|memo)\(/g, "/* @__PURE__ */ $&");
