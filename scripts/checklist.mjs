import { ensureInstalled, runProgramAndExit } from "./bootstrap.mjs";

await ensureInstalled();
runProgramAndExit("scripts/checklist.ts");
