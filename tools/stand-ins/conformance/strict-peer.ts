import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../../scripts/free-ports.mjs";

export interface ConformanceReport {
  name: string;
  /** The number of compared messages. */
  requests: number;
  responses: number;
  /** Differences from the API description, in words; empty if there are none. */
  violations: string[];
}

/**
 * Matches a known gap of Atlassian's descriptions: they list refusals without a schema, and omit status 409 for an
 * outdated version.
 */
export const KNOWN_GAP = /no schema defined for status code '4\d\d'/;

/**
 * Starts an independent validator between connector and stand-in (`specsDir/peers/strict-peer.cjs`). It refuses every
 * request that differs from the vendor's description, and reports every response that does. `adjust` corrects
 * descriptions that are known to be outdated.
 */
export async function startSpecValidator(
  specsDir: string,
  spec: string,
  upstream: string,
  adjust: (description: string) => string = (description) => description,
) {
  const text = adjust(readFileSync(join(specsDir, "peers", spec), "utf8"));
  return startValidatorFromText(specsDir, { name: spec, text }, upstream);
}

/** Starts the validator with another description in OpenAPI 3. */
export async function startValidatorFromText(
  specsDir: string,
  { name: spec, text }: { name: string; text: string },
  upstream: string,
) {
  const port = await freePort();
  const peers = join(specsDir, "peers");
  const folder = mkdtempSync(join(tmpdir(), "lorekeep-peer-"));
  const described = join(folder, spec);
  writeFileSync(described, text);
  const peer = spawn(process.execPath, [join(peers, "strict-peer.cjs"), String(port), described, upstream], {
    env: { ...process.env, NODE_PATH: fileURLToPath(new URL("../../../node_modules", import.meta.url)) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const violations: string[] = [];
  peer.stderr.setEncoding("utf8").on("data", (text: string) => {
    for (const line of text.split("\n"))
      if (line.trim() !== "" && !KNOWN_GAP.test(line) && !line.includes("unknown format"))
        violations.push(`${spec}: ${line.slice(0, 400)}`);
  });
  await new Promise<void>((resolve, reject) => {
    peer.stdout.once("data", () => resolve());
    peer.once("exit", (code) => reject(new Error(`The strict peer for ${spec} ended with ${code}.`)));
  });
  const stop = () => {
    peer.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { url: `http://127.0.0.1:${port}`, violations, stop };
}
