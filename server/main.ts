import { parseArgs } from "node:util";
import { BRAND } from "../shared/domain/brand.ts";
import { buildApp } from "./app.ts";
import { safeDatabaseError } from "./db/pool.ts";
import { EnvError, loadEnv } from "./env.ts";
import { createLogger } from "./log.ts";
import { openDeps } from "./open-deps.ts";
import { startWorker } from "./worker.ts";

/** Starts the services named by `--services` (web and worker when absent). The only file with side effects. */
const SERVICES = ["web", "worker"] as const;
const say = (sentence: string) => process.stderr.write(`${sentence}\n`);

function servicesWanted(): Set<string> {
  const { values } = parseArgs({ options: { services: { type: "string", default: SERVICES.join(",") } } });
  const wanted = new Set(values.services.split(",").map((name) => name.trim()));
  const unknown = [...wanted].filter((name) => !SERVICES.includes(name as (typeof SERVICES)[number]));
  if (unknown.length > 0) throw new EnvError(`--services knows ${SERVICES.join(" and ")}, not ${unknown.join(", ")}.`);
  return wanted;
}

async function start(): Promise<void> {
  const services = servicesWanted();
  const env = loadEnv();
  const log = createLogger(env);
  const { deps, findings, close } = await openDeps(env, log);
  const closers = [close];

  if (services.has("worker")) {
    const worker = await startWorker(deps);
    closers.push(() => worker.stop());
  }
  if (services.has("web")) {
    const app = await buildApp(deps);
    closers.push(() => app.close());
    const address = await app.listen({ host: env.HOST, port: env.PORT });
    findings.unshift(`Address: ${env.PUBLIC_URL} (listening on ${address})`);
  }
  say(`${BRAND} is ready: ${[...services].join(" and ")}.`);
  for (const finding of findings) say(`  ${finding}`);

  let isStopping = false;
  const stop = async (why: string, code: number) => {
    if (isStopping) return;
    isStopping = true;
    log.info({ why }, "Stopping");
    for (const step of closers.reverse())
      await step().catch((error) => log.error({ err: error }, "A part did not stop cleanly"));
    process.exit(code);
  };
  process.on("SIGTERM", () => void stop("SIGTERM", 0));
  process.on("SIGINT", () => void stop("SIGINT", 0));
  process.on("uncaughtException", (error) => {
    log.fatal({ err: error }, "Something nobody caught; the process ends so that a fresh one takes over");
    void stop("uncaughtException", 1);
  });
  process.on("unhandledRejection", (reason) => {
    log.fatal({ err: reason }, "A rejection nobody caught; the process ends so that a fresh one takes over");
    void stop("unhandledRejection", 1);
  });
}

start().catch((error: unknown) => {
  say(safeDatabaseError(error).message);
  process.exit(1);
});
