import { ensureInstalled, runProgramAndExit } from "./bootstrap.mjs";

await ensureInstalled();
runProgramAndExit("tools/stand-ins/conformance/conformance.ts");
