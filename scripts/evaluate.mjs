import { ensureInstalled, runProgramAndExit } from "./bootstrap.mjs";

await ensureInstalled();
runProgramAndExit("tools/evals/evaluate.ts");
