import type { Plugin } from "vite";

/**
 * Leaves the names for development tools out of the packages of the browser. A name is set on a component after it is made, which
 * counts as a use of it: whole parts of packages that nobody uses would stay in the build.
 */
export const withoutNames = (): Plugin => ({
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
    // A component that is made and not used has no effect.
    .replaceAll(/\bReact(?:\$1)?\.(?:forwardRef|createContext|memo)\(/g, "/* @__PURE__ */ $&");
