import { ensureInstalled, ensureWebBuilt, handOver } from "./bootstrap.mjs";
import { ensureBrowser } from "./browser.mjs";

await ensureInstalled();
await ensureWebBuilt();
ensureBrowser();
handOver("e2e/audit.ts");
