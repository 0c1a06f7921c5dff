import { ensureProduct, replaceProcess } from "./bootstrap.mjs";

await ensureProduct();
replaceProcess("server/main.ts", process.argv.slice(2), { restart: true, settings: true });
