import { ensureInstalled, ensureWebBuilt, handOver } from "./bootstrap.mjs";
import { ensureBrowser } from "./browser.mjs";

ensureInstalled();
ensureWebBuilt();
ensureBrowser();
handOver("e2e/audit.ts");
