// Writes the migration between the last snapshot and the current schema. Keeps only the newest snapshot, because drizzle-kit
// needs no other snapshot and each has 300 kB.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildEnvironment, ensureInstalled, findNodeProgram, ROOT } from "./bootstrap.mjs";

await ensureInstalled();
const drizzleKit = join(ROOT, "node_modules/drizzle-kit/bin.cjs");
const args = [drizzleKit, "generate", ...process.argv.slice(2)];
const { status } = spawnSync(findNodeProgram(), args, { stdio: "inherit", cwd: ROOT, env: buildEnvironment() });
const folder = join(ROOT, "migrations/meta");
const snapshots = readdirSync(folder).filter((name) => name.endsWith("_snapshot.json"));
for (const name of snapshots.sort().slice(0, -1)) rmSync(join(folder, name));
process.exit(status ?? 1);
