import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<
  "dependencies" | "optionalDependencies",
  Record<string, string>
>;
const IMPORT =
  /(?:^|\n)\s*(?:import|export)\b(?!\s+type\b)[^;"]*?from\s+"([^"]+)"|(?:^|\n)import\s+"([^"]+)"|\bimport\("([^"]+)"\)|new URL\("(\.[^"]+\.(?:ts|mjs))"/g;

/** Returns all project files and packages that these entry files import, without type imports. */
function importsOf(entries: string[]) {
  const files = new Set<string>();
  const packages = new Map<string, string>();
  const visit = (file: string) => {
    if (files.has(file) || !/\.(ts|mjs)$/.test(file)) return;
    files.add(file);
    for (const [, ...found] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      const name = found.find(Boolean) ?? "";
      if (name.startsWith(".")) visit(resolve(dirname(file), name));
      else if (!name.startsWith("node:"))
        packages.set(/^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name, relative(ROOT, file));
    }
  };
  for (const entry of entries) visit(join(ROOT, entry));
  return { files: [...files].map((file) => relative(ROOT, file)), packages };
}

const product = importsOf([
  "server/main.ts",
  "server/cli/lorekeep.ts",
  "server/cli/engine.ts",
  "scripts/start.mjs",
  "scripts/lorekeep.mjs",
]);

describe("an installation without development packages", () => {
  it("has every package that the server and its command line import", () => {
    expect(product.files.length).toBeGreaterThan(400);
    const installed = { ...dependencies, ...optionalDependencies };
    expect([...product.packages].filter(([name]) => !(name in installed))).toEqual([]);
  });

  it("has no package that nothing in the product imports", () => {
    expect(Object.keys(dependencies).filter((name) => !product.packages.has(name))).toEqual([]);
  });

  it("runs no file of the browser or of the toolbox", () => {
    const outside = product.files.filter(
      (file) => !/^(server|engine|shared|connectors|scripts)\/|^scripts\/[^/]+$/.test(file),
    );
    expect(outside).toEqual([]);
    expect(product.files.filter((file) => /(^|\/)testing\/|\.test\.ts$/.test(file))).toEqual([]);
  });
});

describe("the container image", () => {
  const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
  it("contains every file that the server and its command line run, and starts them as npm start does", () => {
    const copied = [...read("Containerfile").matchAll(/^COPY --from=build (.+) \S+$/gm)]
      .flatMap(([, sources = ""]) => sources.split(" "))
      .map((source) => source.replace("/lorekeep/", ""));
    const run = importsOf(["server/main.ts", "server/cli/lorekeep.ts"]).files;
    expect(run.filter((file) => !copied.includes(file.split("/")[0] ?? "") && !copied.includes(file))).toEqual([]);
    expect(copied).toEqual(
      expect.arrayContaining(["node_modules", "dist", "migrations", "package.json", "CHANGELOG.md"]),
    );
    const flags = /const FLAGS = \[([^\]]+)\]/.exec(read("scripts/bootstrap.mjs"))?.[1]?.match(/--[\w=-]+/g) ?? [];
    expect(flags).toHaveLength(3);
    for (const flag of flags) expect(read("deploy/entrypoint")).toContain(flag);
  });
});

describe("a build that was copied beside a clone", () => {
  let clone: string;
  beforeEach(() => {
    clone = mkdtempSync(join(tmpdir(), "lorekeep-build-"));
    mkdirSync(join(clone, "web/testing"), { recursive: true });
    mkdirSync(join(clone, "dist/web"), { recursive: true });
    writeFileSync(join(clone, "web/main.ts"), "export {};");
    writeFileSync(join(clone, "dist/web/index.html"), "<!doctype html>");
  });
  afterEach(() => rmSync(clone, { recursive: true }));

  it("is current whatever the time of its files, until a source changes; tests are no source", async () => {
    const { markBuilt, getBuildState } = await vi.importActual<{
      markBuilt(root: string): void;
      getBuildState(root: string): string;
    }>("./state-of-build.mjs");
    expect(getBuildState(clone)).toBe("outdated");
    markBuilt(clone);
    writeFileSync(join(clone, "web/main.ts"), "export {};");
    writeFileSync(join(clone, "web/main.test.ts"), "export {};");
    writeFileSync(join(clone, "web/testing/helper.ts"), "export {};");
    expect(getBuildState(clone)).toBe("current");
    writeFileSync(join(clone, "web/main.ts"), "export { };");
    expect(getBuildState(clone)).toBe("outdated");
    rmSync(join(clone, "dist"), { recursive: true });
    expect(getBuildState(clone)).toBe("absent");
    expect(existsSync(join(clone, "dist"))).toBe(false);
  });

  it("starts without development packages, and not without one of the product's", async () => {
    const { isInstalled } = await vi.importActual<{
      isInstalled(root: string, options: { tools: boolean }): boolean;
    }>("./packages.mjs");
    const locked = {
      "": {},
      "node_modules/product": { version: "1.0.0" },
      "node_modules/tool": { version: "1.0.0", dev: true },
      "node_modules/elsewhere": { version: "1.0.0", optional: true },
    };
    const write = (file: string, packages: object) => writeFileSync(join(clone, file), JSON.stringify({ packages }));
    mkdirSync(join(clone, "node_modules"));
    write("package-lock.json", locked);
    expect(isInstalled(clone, { tools: false })).toBe(false);
    write("node_modules/.package-lock.json", { "node_modules/product": { version: "1.0.0" } });
    expect(isInstalled(clone, { tools: false })).toBe(true);
    expect(isInstalled(clone, { tools: true })).toBe(false);
    write("node_modules/.package-lock.json", { "node_modules/product": { version: "0.9.0" } });
    expect(isInstalled(clone, { tools: false })).toBe(false);
    write("node_modules/.package-lock.json", { ...locked, "node_modules/elsewhere": undefined });
    expect(isInstalled(clone, { tools: true })).toBe(true);
  });
});
