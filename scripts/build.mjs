// Everything that is served goes into dist/: the application and the public pages. `npm start` then builds nothing.
import { buildWeb, ensureInstalled } from "./bootstrap.mjs";

await ensureInstalled();
await buildWeb(process.argv.slice(2));
