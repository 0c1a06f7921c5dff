import { execFile } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../..");
const VERIFIER = ["/usr/bin/systemd-analyze", "/bin/systemd-analyze"].find(existsSync);
/** Folders that ProtectSystem=full makes read-only. */
const READ_ONLY = ["/usr", "/boot", "/efi", "/etc"];

let unit: string;
let settings: Map<string, string>;
beforeAll(async () => {
  const guide = await readFile(join(ROOT, "docs/guides/running.md"), "utf8");
  unit = /```\n(\[Unit\]\n[\s\S]*?)```/.exec(guide)?.[1] ?? "";
  settings = new Map([...unit.matchAll(/^(\w+)=(.*)$/gm)].map(([, key = "", value = ""]) => [key, value]));
});

describe("The systemd unit of the guide", () => {
  it("starts the product where it is, as a user without rights", () => {
    const [program = "", file = "", ...more] = (settings.get("ExecStart") ?? "").split(" ");
    expect(program).toMatch(/^\/.+\/node$/);
    accessSync(join(ROOT, file), constants.R_OK);
    expect(file).toBe("scripts/start.mjs");
    expect(more).toEqual([]);
    expect(settings.get("WorkingDirectory")).toMatch(/^\//);
    expect(settings.get("User")).not.toMatch(/^(root|0|)$/);
  });

  it("gives a stop the time it takes, and signals the product alone: it stops its database itself", async () => {
    const main = await readFile(join(ROOT, "server/main.ts"), "utf8");
    const longestStop = Number(/LONGEST_STOP_MS = ([\d_]+)/.exec(main)?.[1]?.replaceAll("_", ""));
    expect(longestStop).toBeGreaterThan(0);
    expect(Number(settings.get("TimeoutStopSec")) * 1000).toBeGreaterThan(longestStop);
    expect(settings.get("KillMode")).toBe("mixed");
    expect(settings.get("Restart")).toBe("on-failure");
  });

  it("leaves the data folder writable and the processor's own code to Node", () => {
    const dataFolder = join(settings.get("WorkingDirectory") ?? "", ".data");
    expect(settings.get("ProtectSystem")).toBe("full");
    expect(READ_ONLY.filter((folder) => `${dataFolder}/`.startsWith(`${folder}/`))).toEqual([]);
    expect(settings.get("NoNewPrivileges")).toBe("yes");
    // These options would break the product. V8 writes the code that it executes, and commands may reach the database
    // through a socket in /tmp.
    for (const harmful of ["MemoryDenyWriteExecute", "PrivateTmp", "PrivateNetwork", "ProtectHome", "ReadOnlyPaths"])
      expect(settings.has(harmful), harmful).toBe(false);
  });

  it("is one that systemd understands", async ({ skip }) => {
    if (!VERIFIER) return skip("systemd-analyze is not on this machine: the unit was only parsed");
    const folder = await mkdtemp(join(tmpdir(), "lorekeep-unit-"));
    try {
      const file = join(folder, "lorekeep.service");
      // Node's path differs on this machine. No other difference is allowed.
      await writeFile(file, unit.replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`));
      const { stdout, stderr } = await promisify(execFile)(VERIFIER, ["verify", "--man=no", file]);
      expect(stdout + stderr).toBe("");
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
