import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

interface LockedPackage {
  version?: string;
  resolved?: string;
  integrity?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
}

const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, LockedPackage>;
};
const locked = Object.entries(packages).filter(([path]) => path !== "");

it("ASVS 15.2.4 every package that an installation runs is locked to a version and the hash of its content", () => {
  expect(locked.length).toBeGreaterThan(400);
  const withoutHash = locked.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"));
  // Packages without a hash are only developer tools for platforms other than the one that created the lockfile
  // (docs/decisions/011).
  expect(withoutHash.filter(([, { dev, optional, os, cpu }]) => !(dev && optional && (os || cpu)))).toEqual([]);
});

it("ASVS 15.2.4 no package comes from a repository, a folder or an address of its own", () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  const wanted = { ...dependencies, ...devDependencies, ...optionalDependencies };
  for (const [name, version] of Object.entries(wanted))
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
  expect(locked.filter(([, { resolved, link }]) => link || /^(git|file|ssh)/.test(resolved ?? ""))).toEqual([]);
});
