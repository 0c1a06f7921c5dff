import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildApp } from "../server/app.ts";
import { readOutcome } from "../server/cli/outcome.ts";
import { removeDataFolder } from "../server/db/embedded/layout.ts";
import { loadEnv } from "../server/env.ts";
import { createAccount } from "../server/features/accounts/create-account.ts";
import { Lifetime } from "../server/lifetime.ts";
import { createLogger } from "../server/log.ts";
import { openDeps } from "../server/open-deps.ts";
import { explainStartFailure } from "../server/start-failure.ts";
import { startWorker } from "../server/worker.ts";
import { BRAND } from "../shared/domain/brand.ts";
import { DemoVisitor } from "./demo-visitor.ts";
import { startStandIns } from "./start-stand-ins.ts";

/**
 * The whole product on this machine, without a key, a server or an account anywhere: real chat read from a Slack stand-in,
 * analysed by the local engine, published to stand-ins of Confluence and Notion. `--once` does it in a fresh folder on free
 * ports and ends; `--json` ends with one line of JSON on standard output, everything else goes to standard error.
 */
const { values: options } = parseArgs({
  options: {
    once: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    dev: { type: "boolean", default: false },
  },
});
const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
const ACCOUNT = {
  firstName: "Dana",
  lastName: "Demo",
  email: "dana@demo.example",
  company: "Larkmoor Supply",
  password: "lorekeep-demo",
};
const PORTS = options.once ? null : { web: 3000, slack: 3001, confluence: 3002, notion: 3003, mail: 3004 };

const startedAt = performance.now();
const life = new Lifetime((error) => say(`A part did not stop cleanly: ${String(error)}`));
let isInterrupted = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.on(signal, () => {
    if (isInterrupted) return;
    isInterrupted = true;
    say("Stopping; the demo's data folder is removed.");
    void life.stop().then(() => process.exit(0));
  });
}

try {
  const demo = await life.start(open);
  await tellStory(demo);
  if (options.once) {
    await life.stop();
    process.exit(0);
  }
} catch (error) {
  if (!isInterrupted) {
    say(explainStartFailure(error, null));
    if (process.env["LOG_LEVEL"] === "debug") say(String((error as Error).stack));
    await life.stop();
    process.exit(1);
  }
}

async function open() {
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-demo-"));
  life.started(() => removeDataFolder(dataDir));
  say(`${BRAND} demo: everything stays on this machine.`);
  const standIns = await startStandIns(PORTS);
  life.started(() => standIns.close());
  const env = loadEnv({
    LOG_LEVEL: "warn",
    ...process.env,
    DATABASE_URL: undefined,
    LLM_PROVIDER: undefined,
    LLM_API_KEY: undefined,
    LLM_MODEL: undefined,
    DATA_DIR: dataDir,
    HOST: "127.0.0.1",
    PORT: String(PORTS?.web ?? 0),
    PUBLIC_URL: PORTS ? `http://localhost:${PORTS.web}` : undefined,
    UNRESOLVED_WAIT_SECONDS: "10",
    ...standIns.environment,
  });
  say("Starting PostgreSQL …");
  const { deps, close: closeDeps } = await openDeps(env, createLogger(env, process.stderr));
  life.started(closeDeps);
  const app = await buildApp(deps);
  life.started(() => app.close());
  const address = await app.listen({ host: env.HOST, port: env.PORT });
  standIns.slack.deliveries.sendTo(`${address}/api/slack/events`);
  const worker = await startWorker(deps);
  life.started(() => worker.stop());
  return { env, deps, address, standIns };
}

async function tellStory({ env, deps, address, standIns }: Awaited<ReturnType<typeof open>>): Promise<void> {
  const { workspaceId } = await createAccount(deps, { ...ACCOUNT, verified: true });
  const visitor = new DemoVisitor(address, say);
  await visitor.signIn(ACCOUNT.email, ACCOUNT.password);
  await visitor.connectPlatforms(standIns);
  await visitor.monitorChannels(standIns.teams);
  await visitor.analyseEverything();
  await visitor.waitForPublications();

  const outcome = await readOutcome(deps, workspaceId, startedAt);
  const pages = outcome.articles.reduce((sum, { publishedTo }) => sum + publishedTo.length, 0);
  say("");
  say(
    `${outcome.messages} messages read, ${outcome.conversations} conversations found, ${outcome.articles.length} articles written, ${pages} pages published in ${outcome.seconds} s.`,
  );
  if (options.json) await new Promise((resolve) => process.stdout.write(`${JSON.stringify(outcome)}\n`, resolve));
  if (options.once) return;
  say("");
  say(`Open        ${env.PUBLIC_URL}   sign in as ${ACCOUNT.email} with ${ACCOUNT.password}`);
  say(`Slack       ${standIns.slack.url}   write, edit or delete a message, then run an analysis`);
  say(`Confluence  ${standIns.confluence.url}   the published pages, yours to edit`);
  say(`Notion      ${standIns.notion.url}`);
  say(`Mail        ${standIns.mailPage}`);
  for (const { title, publishedTo } of outcome.articles.slice(0, 5))
    say(`  ${title}\n    ${publishedTo.join("\n    ")}`);
  if (options.dev) {
    const { createServer } = await import("vite");
    const vite = await createServer({ server: { port: 5173, proxy: { "/api": address } } });
    await vite.listen();
    life.started(() => vite.close());
    say("Pages with reload on change: http://localhost:5173");
  }
  say("Ctrl-C stops it.");
}
