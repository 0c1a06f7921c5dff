import { ensureInstalled, runProgramAndExit } from "./bootstrap.mjs";

await ensureInstalled();
runProgramAndExit("server/cli/engine.ts");
