// Builds the server, the application and the public pages into dist/, so that `npm start` does not have to build.
import { buildServer, buildWeb, ensureInstalled } from "./bootstrap.mjs";

await ensureInstalled();
await buildWeb(process.argv.slice(2));
await buildServer();
