import { ensureProduct, runProgramAndExit } from "./bootstrap.mjs";

await ensureProduct();
runProgramAndExit("server/main.ts", process.argv.slice(2), { restart: true, settings: true });
