import { execFileSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** Builds the app as it is delivered into a folder of its own, which whoever asked removes. */
export function buildApp(): string {
  const folder = mkdtempSync(join(tmpdir(), "lorekeep-web-"));
  // A process of its own: in a test NODE_ENV is 'test', and React would be its larger self.
  execFileSync(process.execPath, [join(ROOT, "node_modules/vite/bin/vite.js"), "build", "--outDir", folder], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "pipe",
  });
  return folder;
}
