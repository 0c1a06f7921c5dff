import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "../../scripts/free-ports.mjs";

export interface ConformanceReport {
  name: string;
  /** How many were checked. */
  requests: number;
  responses: number;
  /** What broke a description, in words; empty is good. */
  violations: string[];
}

/** Atlassian's descriptions name refusals without saying what they look like, and leave out the 409 of a stale version. */
export const KNOWN_GAP = /no schema defined for status code '4\d\d'/;

/**
 * An independent validator between client and stand-in (`specsDir/peers/strict-peer.cjs`): refuses every request and
 * reports every answer outside the vendor's description. `adjust`: where a description is known to be behind its vendor.
 */
export async function startStrictPeer(
  specsDir: string,
  spec: string,
  upstream: string,
  adjust: (description: string) => string = (description) => description,
) {
  const text = adjust(readFileSync(join(specsDir, "peers", spec), "utf8"));
  return startPeer(specsDir, { name: spec, text }, upstream);
}

/** The same with a description of one's own, as OpenAPI 3. */
export async function startPeer(
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
    env: { ...process.env, NODE_PATH: fileURLToPath(new URL("../../node_modules", import.meta.url)) },
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
