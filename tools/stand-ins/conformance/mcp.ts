import { spawn } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProcessLifecycle } from "../../../server/lifetime.ts";
import { type McpTestServer, startMcpTestServer } from "./mcp-server.ts";

const SUITE = "@modelcontextprotocol/conformance@0.2.0-alpha.12";
const INSPECTOR = "@modelcontextprotocol/inspector@2.12.0";
const REVISIONS = ["2026-07-28", "2025-11-25"];

/**
 * Matches messages about tools, prompts and resources of the suite's own test server. They do not concern our server.
 */
const OWN_PARTS =
  /\bnot found\b|Not testable|^Prerequisite failed|fixture .* unavailable|^Expected InputRequiredResult|capabilities\.extensions MUST/;
/** Matches optional parts of MCP that our server neither supports nor declares. */
const OPTIONAL_SCENARIOS = /^tasks-/;

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

/**
 * `npm run conformance -- --mcp` runs the official conformance suite and the official inspector against the real
 * product at /mcp. Both are downloaded from npm at the versions above, without their install scripts. `tools` is a
 * folder that already contains them. Returns true if nothing failed.
 */
export async function conformMcp(tools: string | undefined): Promise<boolean> {
  const life = new ProcessLifecycle((error) => void process.stderr.write(`${String(error)}\n`));
  const made = await mkdtemp(join(tmpdir(), "lorekeep-mcp-tools-"));
  life.started(() => rm(made, { recursive: true, force: true }));
  try {
    return await life.start(async () => {
      const folder = tools ?? made;
      if (!tools)
        await run("npm", ["install", "--ignore-scripts", "--prefix", made, "--silent", SUITE, INSPECTOR], made);
      const server = await startMcpTestServer(life);
      const failures: string[] = [];
      for (const revision of REVISIONS) failures.push(...(await conform(folder, made, server, revision)));
      failures.push(...(await inspect(folder, made, server)));
      for (const failure of failures) process.stdout.write(`  ${failure}\n`);
      return failures.length === 0;
    });
  } finally {
    await life.stop();
  }
}

/** Runs all server scenarios of a protocol revision. Returns one line per failure. */
async function conform(tools: string, place: string, { keyedUrl }: McpTestServer, revision: string): Promise<string[]> {
  const results = join(place, revision);
  await run(
    process.execPath,
    [bin(tools, "conformance"), "server", "--url", keyedUrl, "--requirements", revision, "-o", results],
    place,
  );
  const counts = { passed: 0, "not for this server": 0, failed: 0, warnings: 0 };
  const failures: string[] = [];
  for (const folder of await readdir(results)) {
    const scenario = folder.replace(/^server-/, "").replace(/-\d{4}-\d\d-\d\dT.*$/, "");
    const checks = JSON.parse(await readFile(join(results, folder, "checks.json"), "utf8")) as Check[];
    for (const { id, status, errorMessage = "" } of checks) {
      if (status === "SUCCESS") counts.passed += 1;
      if (status === "WARNING") counts.warnings += 1;
      if (status !== "FAILURE") continue;
      const isOwn = OWN_PARTS.test(errorMessage) || OPTIONAL_SCENARIOS.test(scenario);
      counts[isOwn ? "not for this server" : "failed"] += 1;
      if (!isOwn) failures.push(`${revision} ${scenario} ${id}: ${errorMessage}`);
    }
  }
  if (counts.passed === 0) failures.push(`${revision}: nothing was checked.`);
  const figures = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  process.stdout.write(`MCP conformance, revision ${revision}: ${figures.join(", ")}\n`);
  return failures;
}

/** Uses the inspector like a person: lists tools, asks a question, and tries without a key. */
async function inspect(tools: string, place: string, server: McpTestServer): Promise<string[]> {
  const call = (...args: string[]) =>
    run(process.execPath, [bin(tools, "mcp-inspector"), "--cli", server.url, "--transport", "http", ...args], place);
  const keyed = ["--header", `Authorization: Bearer ${server.key}`];
  const listed = await call(...keyed, "--method", "tools/list", "--strict");
  const names = namesOf(listed.output);
  const asked = ["--method", "tools/call", "--tool-name", "ask", "--tool-arg", `question=${server.question}`];
  const answered = await call(...keyed, ...asked);
  const stranger = await call("--method", "tools/list", "--stored-auth-only");
  const found: [string, boolean][] = [
    ["lists the tools, whose schemas any client can read", listed.code === 0 && names.length === 5],
    ["asks and gets the sentence with its source", answered.output.includes(server.answer)],
    ["is refused without a key", stranger.code !== 0 && /auth/i.test(stranger.output)],
  ];
  for (const [what, isSo] of found) process.stdout.write(`MCP inspector ${isSo ? "" : "NOT: "}${what}\n`);
  process.stdout.write(`  ${names.join(", ")}\n`);
  return found.filter(([, isSo]) => !isSo).map(([what]) => `The inspector: ${what}`);
}

function namesOf(output: string): string[] {
  try {
    return (JSON.parse(output) as { tools: { name: string }[] }).tools.map(({ name }) => name);
  } catch {
    return [];
  }
}

const bin = (tools: string, name: string) => join(tools, "node_modules/.bin", name);

function run(command: string, args: string[], place: string): Promise<{ code: number | null; output: string }> {
  const env = { ...process.env, MCP_CATALOG_PATH: join(place, "catalog.json"), MCP_STORAGE_DIR: place };
  const child = spawn(command, args, { cwd: place, env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => void (output += chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output }));
  });
}
