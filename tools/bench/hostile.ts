import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePorts } from "../../scripts/free-ports.mjs";
import { startHostileModel } from "../stand-ins/llm/hostile-answers.ts";
import { findServerProcess } from "./busy-workspace.ts";
import { onFreshDatabase } from "./fresh-database.ts";
import { BystanderUser, type RequestWaits } from "./hostile-watch.ts";
import { createWorkspaceOwner, type HarmfulInput, listHarmfulInputs, type Product } from "./hostile-work.ts";
import type { BenchPlatform, PlatformType } from "./platforms/platform.ts";
import { choosePlatforms, startPlatforms } from "./platforms/start.ts";

const START = fileURLToPath(new URL("../../scripts/start.mjs", import.meta.url));
const USUAL = ["confluence", "git-docs"] as const satisfies readonly PlatformType[];
const WATCHED = ["/health/live", "/health/ready", "/api/articles?limit=24"];
const LIMIT_MS = 1_000;
/** The time for which the product is measured without harmful input. */
const QUIET_MS = 5_000;
const MOST_TRIES = 3;
/** The time for background work after its result is shown. */
const AFTERWARDS_MS = 1_000;

/**
 * Processes hostile repositories, pages, archives and model answers with the product as `npm start` runs it. Meanwhile a person
 * of another workspace requests health and articles every 50 ms. `PLATFORMS` in the environment limits the platforms, `KINDS`
 * the kinds of input.
 */
export async function benchHostile(): Promise<void> {
  const model = await startHostileModel();
  const platforms = await startPlatforms(choosePlatforms(USUAL));
  try {
    await onFreshDatabase(async (pool, dataDir) => {
      const [port = 0] = await freePorts(1);
      const product = { address: `http://127.0.0.1:${port}`, pool };
      const started = start(port, dataDir, model.url, platforms);
      try {
        while (!(await fetch(`${product.address}/health/ready`).catch(() => null))?.ok) {
          if (started.exitCode !== null) throw new Error("The product did not start.");
          await sleep(200);
        }
        const kinds = process.env["KINDS"]?.split(",");
        const shapes = listHarmfulInputs(platforms, model).filter(
          ({ kind }) => !kinds || kinds.some((name) => kind.startsWith(name)),
        );
        await measureAll(product, await findServerProcess(started.pid ?? 0), shapes);
      } finally {
        const ended = once(started, "exit");
        if (started.kill("SIGTERM")) await ended;
      }
    });
  } finally {
    await model.close();
    for (const platform of platforms) await platform.close();
  }
}

function start(port: number, dataDir: string, modelUrl: string, platforms: BenchPlatform[]): ChildProcess {
  const settings = Object.assign({}, ...platforms.map(({ environment }) => environment)) as Record<string, string>;
  return spawn(process.execPath, [START], {
    env: {
      ...process.env,
      ...settings,
      DATA_DIR: dataDir,
      DATABASE_URL: "",
      PORT: String(port),
      LOG_LEVEL: "fatal",
      EGRESS_ALLOW: "127.0.0.1",
      LLM_ALLOWED_ORIGINS: modelUrl,
      LLM_TIMEOUT_SECONDS: "5",
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function measureAll(product: Product, pid: number, shapes: HarmfulInput[]): Promise<void> {
  const { cookie } = await createWorkspaceOwner(product);
  const bystander = new BystanderUser({ address: product.address, cookie, paths: WATCHED });
  let overASecond = 0;
  let died = 0;
  let withoutSentence = 0;
  try {
    bystander.begin();
    await sleep(QUIET_MS);
    tell("nothing", "harms it", await bystander.end(), "");
    for (const shape of shapes) {
      const { waits, sentence } = await measureWell(product, bystander, shape);
      tell(shape.kind, shape.what, waits, sentence ?? "NO SENTENCE");
      const lives = isAlive(pid);
      if (waits.longestMs > LIMIT_MS || waits.failed > 0) overASecond += 1;
      if (sentence === null) withoutSentence += 1;
      if (lives) continue;
      died += 1;
      break;
    }
  } finally {
    await bystander.stop();
  }
  process.stdout.write(`${JSON.stringify({ shapes: shapes.length, overASecond, withoutSentence, died })}\n`);
  if (overASecond + withoutSentence + died > 0) process.exitCode = 1;
}

/** Repeats slow measurements. Other programs delay the product only sometimes, harmful input every time. */
async function measureWell(product: Product, bystander: BystanderUser, shape: HarmfulInput) {
  for (let tries = 1; ; tries += 1) {
    const measured = await measure(product, bystander, shape);
    const isGood = measured.waits.longestMs <= LIMIT_MS && measured.waits.failed === 0;
    if (isGood || tries === MOST_TRIES) return measured;
  }
}

async function measure(product: Product, bystander: BystanderUser, shape: HarmfulInput) {
  const { work, close } = await shape.prepare(product);
  bystander.begin();
  try {
    const sentence = await work().catch((error: Error) => {
      process.stdout.write(`${error.message}\n`);
      return null;
    });
    await sleep(AFTERWARDS_MS);
    return { waits: await bystander.end(), sentence };
  } finally {
    await close?.();
  }
}

function tell(kind: string, what: string, { longestMs, asked, failed }: RequestWaits, sentence: string): void {
  const wait = `${String(Math.round(longestMs)).padStart(5)} ms at most of ${asked}${failed > 0 ? `, ${failed} FAILED` : ""}`;
  process.stdout.write(`${kind}: ${what}\n  ${wait}. ${sentence}\n`);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
