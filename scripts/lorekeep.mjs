#!/usr/bin/env node
import { ensureInstalled, handOver } from "./bootstrap.mjs";

await ensureInstalled({ tools: false });
handOver("server/cli/lorekeep.ts", process.argv.slice(2), { settings: true });
