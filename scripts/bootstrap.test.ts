import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";

// Declares the types of the plain JavaScript module.
const { explainNotInstalled } = await vi.importActual<{ explainNotInstalled(said: string): string }>("./packages.mjs");
const { printProgress } = await vi.importActual<{
  printProgress(sofar: () => string, out: { isTTY: boolean; write(text: string): unknown }): () => void;
}>("./progress.mjs");

let clone: string;
beforeAll(async () => {
  clone = await mkdtemp(join(tmpdir(), "lorekeep-clone-"));
  await mkdir(join(clone, "scripts"));
  for (const file of ["bootstrap.mjs", "packages.mjs", "progress.mjs", "unchanged.mjs", "state-of-build.mjs"])
    await cp(join(import.meta.dirname, file), join(clone, "scripts", file));
  const packages = {
    "": {},
    "node_modules/here": {},
    "node_modules/elsewhere": { os: ["plan9"] },
    "node_modules/linked": { link: true },
  };
  await writeFile(join(clone, "package-lock.json"), JSON.stringify({ packages }));
});
afterAll(() => rm(clone, { recursive: true }));

/** Installs into the fresh clone with a fake npm, which runs only this script. */
async function install(npm: string): Promise<{ status: unknown; said: string; printed: string }> {
  const tools = await mkdtemp(join(clone, "bin-"));
  await writeFile(join(tools, "npm"), `#!/bin/sh\n${npm}\n`);
  await chmod(join(tools, "npm"), 0o755);
  const script = `await (await import(${JSON.stringify(join(clone, "scripts/bootstrap.mjs"))})).ensureInstalled()`;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ["--input-type=module", "-e", script],
      { env: { PATH: `${tools}:/usr/bin:/bin` } },
      (error, printed, said) => resolve({ status: error?.code ?? 0, said, printed }),
    );
  });
}

it("a first start says what it installs, and how much it was", async () => {
  const { status, said, printed } = await install(
    "mkdir -p node_modules/here && echo {} > node_modules/here/package.json",
  );
  expect(status).toBe(0);
  expect(said).toContain("Installing the dependencies.");
  expect(said).toContain("Installed 1 packages.");
  expect(printed).toBe("");
});

it("a first start without a network ends with what npm said and a sentence that helps", async () => {
  const { status, said } = await install("echo 'npm error code ENOTFOUND' >&2; exit 3");
  expect(status).toBe(3);
  expect(said).toMatch(
    /npm error code ENOTFOUND\nThe dependencies could not be installed: the package registry does not/,
  );
  expect(said).not.toMatch(/^\s+at /m);
});

it("each way in which npm fails has its sentence", () => {
  expect(explainNotInstalled("spawn npm ENOENT")).toContain("there is no npm here");
  expect(explainNotInstalled("npm error nospc ENOSPC: no space left on device, write")).toContain("the disk is full");
  expect(explainNotInstalled("npm error code EACCES")).toContain("may not be written to");
  expect(explainNotInstalled("npm error code EUSAGE")).toContain("Update it");
  expect(explainNotInstalled("npm error something new")).toContain("npm says why above.");
});

it("progress is one line on a terminal, a line every ten seconds elsewhere, and nothing is left of it", () => {
  vi.useFakeTimers();
  try {
    const told = (isTTY: boolean) => {
      const written: string[] = [];
      const end = printProgress(() => "3 of about 10", { isTTY, write: (text) => written.push(text) });
      vi.advanceTimersByTime(20_500);
      end();
      return written;
    };
    expect(told(false)).toEqual(["  10 s, 3 of about 10\n", "  20 s, 3 of about 10\n"]);
    const onTerminal = told(true);
    expect(onTerminal).toHaveLength(21);
    expect(onTerminal[2]).toBe("\r\u001b[2K  3 s, 3 of about 10");
    expect(onTerminal.at(-1)).toBe("\r\u001b[2K");
    expect(vi.getTimerCount()).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});

it("the product reads its settings from the file .env, and what the environment sets comes first", async () => {
  await writeFile(join(clone, "show.mjs"), "console.log(process.env.HOST, process.env.PORT);");
  const script = (settings: boolean) =>
    `(await import(${JSON.stringify(join(clone, "scripts/bootstrap.mjs"))})).runProgramAndExit("show.mjs", [], { settings: ${settings} })`;
  const shown = (settings: boolean) =>
    new Promise<string>((resolve) => {
      const child = [process.execPath, ["--input-type=module", "-e", script(settings)]] as const;
      execFile(...child, { env: { PATH: "/usr/bin:/bin", PORT: "5000" } }, (_error, printed, said) =>
        resolve(said + printed.trim()),
      );
    });
  // Prints nothing without the file, because most people have no such file.
  expect(await shown(true)).toBe("undefined 5000");
  await writeFile(join(clone, ".env"), "PORT=4711\nHOST=0.0.0.0\n");
  expect(await shown(true)).toBe("0.0.0.0 5000");
  expect(await shown(false)).toBe("undefined 5000");
});
