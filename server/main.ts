import { flushCompileCache } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import type { Logger } from "pino";
import { BRAND } from "../shared/domain/brand.ts";
import { buildApp } from "./app.ts";
import { type Env, EnvError, loadEnv } from "./env.ts";
import { buildHealthApp } from "./http/health-app.ts";
import { ProcessLifecycle, StartCancelled } from "./lifetime.ts";
import { createLogger } from "./log.ts";
import { openDeps } from "./open-deps.ts";
import { explainStartFailure } from "./start-failure.ts";
import { startWatchdog } from "./watchdog.ts";
import { startWorker } from "./worker.ts";
import { createFirstPersonLink } from "./workspace/index.ts";

/** The services from which `--services` selects. By default, all run. */
const SERVICES = ["web", "worker"] as const;
const DRAIN_MS = 2_000;
/** After this time the process exits even if parts still run. The next start repairs its state. */
const LONGEST_STOP_MS = 30_000;
const say = (sentence: string) => process.stderr.write(`${sentence}\n`);

function servicesWanted(): Set<string> {
  const { values } = parseArgs({ options: { services: { type: "string", default: SERVICES.join(",") } } });
  const wanted = new Set(values.services.split(",").map((name) => name.trim()));
  const unknown = [...wanted].filter((name) => !SERVICES.includes(name as (typeof SERVICES)[number]));
  if (unknown.length > 0) throw new EnvError(`--services knows ${SERVICES.join(" and ")}, not ${unknown.join(", ")}.`);
  return wanted;
}

const life = new ProcessLifecycle((error) => log?.error({ err: error }, "A part did not stop cleanly"));
let env: Env | null = null;
let log: Logger | null = null;
/** After the stop, a load balancer sends requests for a moment. They are served, while /health/ready already fails. */
let drainMs = 0;

async function start(): Promise<void> {
  const services = servicesWanted();
  env = loadEnv();
  log = createLogger(env);
  startWatchdog();
  const { deps, findings, close } = await openDeps(env, log, () => life.throwIfStopping());
  life.started(close);
  const running: (() => Promise<unknown>)[] = [];
  life.started(() => Promise.all(running.map((stop) => stop())));

  if (services.has("worker")) {
    const worker = await startWorker(deps);
    running.push(() => worker.stop());
  }
  if (services.has("web")) {
    const app = await buildApp(deps, { isStopping: () => life.isStopping });
    running.push(async () => {
      await sleep(drainMs);
      await app.close();
    });
    const address = await app.listen({ host: env.HOST, port: env.PORT });
    const firstLink = await createFirstPersonLink(deps);
    if (firstLink)
      findings.push(
        `Nobody can sign in yet. Create the first account with this link, which works once: ${firstLink}`,
        `or with: npm run lorekeep -- user create you@company.com --first-name You --last-name Name --data-dir ${env.DATA_DIR}`,
      );
    findings.unshift(`Address: ${env.PUBLIC_URL} (listening on ${address})`);
  }
  if (!services.has("web") && env.HEALTH_PORT !== undefined) {
    const health = buildHealthApp(deps, () => life.isStopping);
    running.push(() => health.close());
    findings.unshift(`Health: ${await health.listen({ host: env.HOST, port: env.HEALTH_PORT })}`);
  }
  if (life.isStopping) return;
  say(`${BRAND} is ready: ${[...services].join(" and ")}.`);
  for (const finding of findings) say(`  ${finding}`);
  if (process.connected) process.send?.("ready");
  // Stores the compile cache now. Otherwise a later kill would lose it.
  flushCompileCache();
  // A heap that grows in small steps saves a busy server 30 MB. During the start, this setting would cost a tenth of
  // the time.
  setFlagsFromString("--heap-growing-percent=20");
}

function stop(why: string, exitCode: number): void {
  if (life.isStopping) return;
  log?.info({ why }, "Stopping");
  if (why === "SIGTERM") drainMs = DRAIN_MS;
  setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref();
  void life.stop().then(() => process.exit(exitCode));
}

process.on("SIGTERM", () => stop("SIGTERM", 0));
process.on("SIGINT", () => stop("SIGINT", 0));
process.on("SIGHUP", () => stop("SIGHUP", 0));
// Stops if the parent process (scripts/bootstrap.mjs) is gone, because nobody else passes on signals or restarts this
// process.
process.on("disconnect", () => stop("disconnect", 0));
process.channel?.unref();
process.on("uncaughtException", (error) => {
  log?.fatal({ err: error }, "Something nobody caught; the process ends so that a fresh one takes over");
  stop("uncaughtException", 1);
});
process.on("unhandledRejection", (reason) => {
  log?.fatal({ err: reason }, "A rejection nobody caught; the process ends so that a fresh one takes over");
  stop("unhandledRejection", 1);
});

life.start(start).catch(async (error: unknown) => {
  if (error instanceof StartCancelled) return;
  say(await explainStartFailure(error, env));
  process.exit(1);
});
