#!/usr/bin/env node
import { ensureInstalled, replaceProcess } from "./bootstrap.mjs";

await ensureInstalled({ tools: false });
replaceProcess("server/cli/lorekeep.ts", process.argv.slice(2), { settings: true });
