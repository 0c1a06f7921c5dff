// Writes the migration from the schema's state in the last snapshot to its state now, and keeps only the newest snapshot: drizzle-kit
// compares with no other, and each weighs 300 kB.
import { spawnSync } from "node:child_process";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { ensureInstalled, environment, nodeProgram, ROOT } from "./bootstrap.mjs";

await ensureInstalled();
const drizzleKit = join(ROOT, "node_modules/drizzle-kit/bin.cjs");
const args = [drizzleKit, "generate", ...process.argv.slice(2)];
const { status } = spawnSync(nodeProgram(), args, { stdio: "inherit", cwd: ROOT, env: environment() });
const folder = join(ROOT, "migrations/meta");
const snapshots = readdirSync(folder).filter((name) => name.endsWith("_snapshot.json"));
for (const name of snapshots.sort().slice(0, -1)) rmSync(join(folder, name));
process.exit(status ?? 1);
