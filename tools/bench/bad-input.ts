import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { buildApp } from "../../server/app.ts";
import { loadEnv } from "../../server/env.ts";
import { openDeps } from "../../server/open-deps.ts";
import { askBadInputs } from "../../server/testing/bad-inputs/ask-all.ts";
import { BAD_INPUT_TEAM } from "../../server/testing/bad-inputs/company.ts";
import { startSlackStandIn } from "../stand-ins/slack/slack-stand-in.ts";
import { startStripeStandIn } from "../stand-ins/stripe/stripe-stand-in.ts";

/** Sends bad input to every endpoint, the same input for the same seed (`--requests`, `--seed`). No answer may be 5xx. */
export async function benchBadInput(requests = 40_000, seed = 10): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-bad-input-"));
  const slack = await startSlackStandIn({ teams: [BAD_INPUT_TEAM] });
  const stripe = await startStripeStandIn();
  const env = loadEnv({
    DATA_DIR: dataDir,
    SLACK_API_URL: `${slack.url}/api`,
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
    EGRESS_ALLOW: [slack, stripe].map(({ url }) => new URL(url).host).join(","),
  });
  const { deps, close } = await openDeps(env, pino({ level: "silent" }));
  const app = await buildApp(deps);
  try {
    const stage = { app, deps, webhookSecret: stripe.webhookSecret };
    const { routes, requests: asked, statuses, faults } = await askBadInputs(stage, seed, requests);
    for (const { route, status, request, answer } of faults)
      process.stdout.write(
        `${route} ${status}: ${JSON.stringify(request).slice(0, 1000)}\n  ${answer.slice(0, 300)}\n`,
      );
    const counted = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${count} times ${status}`);
    process.stdout.write(`${asked} bad inputs over ${routes} routes, seed ${seed}: ${counted.join(", ")}\n`);
    process.stdout.write(`${faults.length} answers with 5xx; the aim is 0\n`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    await app.close();
    await close();
    await Promise.all([slack.close(), stripe.close()]);
    await rm(dataDir, { recursive: true, force: true });
  }
}
