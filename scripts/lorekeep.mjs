#!/usr/bin/env node
import { ensureInstalled, runProgramAndExit } from "./bootstrap.mjs";

await ensureInstalled({ tools: false });
runProgramAndExit("server/cli/lorekeep.ts", process.argv.slice(2), { settings: true });
