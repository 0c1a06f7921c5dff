import { ensureProduct, handOver } from "./bootstrap.mjs";

await ensureProduct();
handOver("server/main.ts", process.argv.slice(2), { restart: true, settings: true });
