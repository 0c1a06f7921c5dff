// Loaded first (node --import). Node 24 parses a package's export map again for every resolved file. The map of
// drizzle-orm has 137 KB, which took 1.3 of 2.3 seconds of CPU time at each start. This module resolves the files
// without the map. Remove this module when Node caches parsed maps.
import * as nodeModule from "node:module";

const NAME = "drizzle-orm";
const INSIDE = `/node_modules/${NAME}/`;
/** @type {Map<string, import("node:module").ResolveFnOutput>} */
const found = new Map();

// Needs Node 22.15. Older versions resolve files as usual.
nodeModule.registerHooks?.({
  resolve(specifier, context, next) {
    const from = context.parentURL ?? "";
    if (/^\.\.?\/.*\.js$/.test(specifier) && from.includes(INSIDE) && from.endsWith(".js"))
      return { url: new URL(specifier, from).href, format: "module", shortCircuit: true };
    if (specifier !== NAME && !specifier.startsWith(`${NAME}/`)) return next(specifier, context);
    // An import, a require and another installation of the package resolve to different files.
    const key = [specifier, ...context.conditions, from.slice(0, from.lastIndexOf("/node_modules/") + 1)].join(" ");
    const known = found.get(key);
    if (known) return { ...known, shortCircuit: true };
    const answer = next(specifier, context);
    found.set(key, answer);
    return answer;
  },
});
