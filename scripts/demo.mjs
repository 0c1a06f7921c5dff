import { ensureInstalled, ensureWebBuilt, replaceProcess } from "./bootstrap.mjs";

await ensureInstalled();
await ensureWebBuilt();
replaceProcess("demo/run-demo.ts");
