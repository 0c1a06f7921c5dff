#!/usr/bin/env node
import { ensureInstalled, handOver } from "./bootstrap.mjs";

ensureInstalled();
handOver("server/cli/lorekeep.ts");
