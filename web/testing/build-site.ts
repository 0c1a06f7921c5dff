import { cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createBuilder } from "vite";
import { drawSite } from "../../scripts/site/prerender.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The public pages as `vite build` draws them, in a folder of their own; in place of the application an empty page. */
export async function buildSite(): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), "lorekeep-site-"));
  const builder = await createBuilder({
    configFile: join(ROOT, "vite.config.ts"),
    logLevel: "silent",
    build: { outDir },
  });
  await drawSite(builder);
  cpSync(join(ROOT, "web/public"), outDir, { recursive: true });
  writeFileSync(join(outDir, "index.html"), "<!doctype html><title>App</title>");
  return outDir;
}
