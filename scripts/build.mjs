// What runs and what is served goes into dist/: the server, the application and the public pages. `npm start` then builds nothing.
import { buildServer, buildWeb, ensureInstalled } from "./bootstrap.mjs";

await ensureInstalled();
await buildWeb(process.argv.slice(2));
await buildServer();
