// Loaded before anything else (node --import). For each file that Node 24 resolves it parses the export map of the file's package
// again; drizzle-orm's has 137 KB, and reading its files took 1.3 of the 2.3 seconds of processor time of a start. Its files and
// its entry points are found here without that. It may go when Node keeps what it has parsed.
import * as nodeModule from "node:module";

const NAME = "drizzle-orm";
const INSIDE = `/node_modules/${NAME}/`;
/** @type {Map<string, import("node:module").ResolveFnOutput>} */
const found = new Map();

// Node from 22.15; older ones read it as it is.
nodeModule.registerHooks?.({
  resolve(specifier, context, next) {
    const from = context.parentURL ?? "";
    if (/^\.\.?\/.*\.js$/.test(specifier) && from.includes(INSIDE) && from.endsWith(".js"))
      return { url: new URL(specifier, from).href, format: "module", shortCircuit: true };
    if (specifier !== NAME && !specifier.startsWith(`${NAME}/`)) return next(specifier, context);
    // An import and a require are answered by different files, and another installation by its own.
    const key = [specifier, ...context.conditions, from.slice(0, from.lastIndexOf("/node_modules/") + 1)].join(" ");
    const known = found.get(key);
    if (known) return { ...known, shortCircuit: true };
    const answer = next(specifier, context);
    found.set(key, answer);
    return answer;
  },
});
