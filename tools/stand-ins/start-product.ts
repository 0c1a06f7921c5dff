import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { buildApp } from "../../server/app.ts";
import { removeDataFolder } from "../../server/db/embedded/layout.ts";
import type { Deps } from "../../server/deps.ts";
import { loadEnv } from "../../server/env.ts";
import type { ProcessLifecycle } from "../../server/lifetime.ts";
import { createLogger } from "../../server/log.ts";
import { openDeps } from "../../server/open-deps.ts";
import { startWorker } from "../../server/worker.ts";
import { type StandIns, type StandInsOptions, startStandIns } from "./start-stand-ins.ts";

export interface ProductOptions {
  /** Stops everything at the end, even if it is still starting. */
  life: ProcessLifecycle;
  world: StandInsOptions;
  settings?: Record<string, string | undefined>;
  /** True to start without Stripe's settings, like an installation without billing. */
  isFree?: boolean;
  /** Replaces parts of the product before it runs. */
  adjust?: (deps: Deps, standIns: StandIns) => Promise<void>;
  /** Adds routes to the product's own. */
  add?: (app: FastifyInstance) => void;
}

/**
 * Starts the whole product with stand-ins in a temporary folder. The Slack stand-in sends events only after
 * `deliveries.sendTo`.
 */
export async function startProduct({ life, world, settings = {}, isFree = false, adjust, add }: ProductOptions) {
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-"));
  life.started(() => removeDataFolder(dataDir));
  const { standIns, env: around, stop } = await startStandIns(world);
  life.started(stop);
  const paid = isFree
    ? { STRIPE_SECRET_KEY: undefined, STRIPE_PUBLISHABLE_KEY: undefined, STRIPE_WEBHOOK_SECRET: undefined }
    : {};
  const env = loadEnv({ ...settings, DATA_DIR: dataDir, HOST: "127.0.0.1", ...around, ...paid });
  const { deps, close } = await openDeps(env, createLogger(env, process.stderr));
  life.started(close);
  await adjust?.(deps, standIns);
  const app = await buildApp(deps, { ...(add && { add }) });
  life.started(() => app.close());
  const address = await app.listen({ host: env.HOST, port: env.PORT });
  standIns.stripe.webhooks.sendTo(`${address}/api/stripe/webhooks`);
  const worker = await startWorker(deps);
  life.started(() => worker.stop());
  return { env, deps, address, standIns };
}
