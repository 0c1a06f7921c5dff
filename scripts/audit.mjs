import { ensureInstalled, ensureWebBuilt, replaceProcess } from "./bootstrap.mjs";
import { ensureBrowser } from "./browser.mjs";

await ensureInstalled();
await ensureWebBuilt();
ensureBrowser();
replaceProcess("tools/e2e/audit.ts");
