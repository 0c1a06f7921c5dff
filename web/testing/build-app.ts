import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder for this run's build. */
    webBuild: string;
  }
}

const ROOT = join(import.meta.dirname, "../..");
const LOOK_AGAIN_MS = 100;

/**
 * Vitest's global setup: provides the folder. A test run that opens no page builds nothing. `BUILT_WEB`: a build of the
 * current state that `npm test` has already made.
 */
export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "lorekeep-web-"));
  project.provide("webBuild", folder);
  const built = process.env["BUILT_WEB"];
  if (built && isFirst(join(folder, "building"))) {
    cpSync(built, join(folder, "app"), { recursive: true });
    writeFileSync(join(folder, "said"), "");
  }
  return () => rmSync(folder, { recursive: true, force: true });
}

/**
 * The folder with the built app and public pages. The first test file that needs the folder builds the app; the others
 * wait.
 */
export async function buildApp(): Promise<string> {
  const folder = inject("webBuild");
  const [app, said] = [join(folder, "app"), join(folder, "said")];
  if (isFirst(join(folder, "building"))) {
    try {
      build(app);
      writeFileSync(said, "");
    } catch (error) {
      writeFileSync(said, `The app could not be built: ${String(error)}`);
      throw error;
    }
  }
  while (!existsSync(said)) await sleep(LOOK_AGAIN_MS);
  if (!existsSync(join(app, "index.html")))
    throw new Error("The app could not be built; the file that tried says why.");
  return app;
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch {
    return false;
  }
}

function build(folder: string): void {
  // Uses a separate process, because NODE_ENV is 'test' here and React would build in development mode.
  execFileSync(process.execPath, [join(ROOT, "node_modules/vite/bin/vite.js"), "build", "--outDir", folder], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "pipe",
  });
}
