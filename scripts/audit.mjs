import { ensureInstalled, ensureWebBuilt, runProgramAndExit } from "./bootstrap.mjs";
import { ensureBrowser } from "./browser.mjs";

await ensureInstalled();
await ensureWebBuilt();
ensureBrowser();
runProgramAndExit("tools/e2e/audit.ts");
