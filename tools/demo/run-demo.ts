import { freePorts } from "../../scripts/free-ports.mjs";
import { readOutcome } from "../../server/cli/outcome.ts";
import { inWorkspace } from "../../server/db/workspace-scope.ts";
import { ProcessLifecycle } from "../../server/lifetime.ts";
import { explainStartFailure } from "../../server/start-failure.ts";
import { createAccount } from "../../server/workspace/accounts/create-account.ts";
import { hashPassword } from "../../server/workspace/accounts/passwords.ts";
import { insertMember } from "../../server/workspace/memberships/membership-queries.ts";
import { BRAND } from "../../shared/domain/brand.ts";
import { operatorSettings } from "../stand-ins/operator-apps.ts";
import { startProduct } from "../stand-ins/start-product.ts";
import { readDemoOptions } from "./demo-options.ts";
import { DemoVisitor } from "./demo-visitor.ts";
import { createDemoWorld, SIGNING_SECRET } from "./demo-world.ts";
import { type DemoProgress, FIRST_PAGE_PATH, serveFirstPage } from "./first-page.ts";

/**
 * Runs the whole product on this machine without any key, server or account. Reads a team's chat from stand-ins of Slack and
 * Google Chat, analyzes it with the local engine, publishes to stand-ins of Confluence and Notion, and pays at a stand-in of
 * Stripe. A visitor can use the demo from the first seconds on, while it fills. `--once` runs in a temporary folder on free
 * ports and ends; `--rough` also reads strangers' chat; `--json` prints one line of JSON to standard output at the end,
 * everything else goes to standard error.
 */
const say = (sentence: string) => void process.stderr.write(`${sentence}\n`);
const asked = readDemoOptions(process.argv.slice(2));
if ("print" in asked) {
  say(asked.print);
  process.exit(asked.exitCode);
}
const { options } = asked;
const ACCOUNT = {
  firstName: "Dana",
  lastName: "Demo",
  email: "dana@demo.example",
  company: "Larkmoor Supply",
  password: "lorekeep-demo",
};
/** Reviewed articles before the visitor came: what the visitor did not do is not signed with their name. */
const COLLEAGUE = { firstName: "Robin", lastName: "Sample", email: "robin@demo.example" };
const FIRST_PORT = 3000;

const startedAt = performance.now();
const progress: DemoProgress = { doing: "Starting…", to: null };
const life = new ProcessLifecycle((error) => say(`A part did not stop cleanly: ${String(error)}`));
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
    say(await explainStartFailure(error, null));
    if (process.env["LOG_LEVEL"] === "debug") say(String((error as Error).stack));
    await life.stop();
    process.exit(1);
  }
}

async function open() {
  say(`${BRAND} demo: everything stays on this machine.`);
  say("Starting PostgreSQL …");
  const ports = options.once ? null : await namedPorts();
  const publicUrl = ports ? `http://localhost:${ports.web}` : undefined;
  const world = createDemoWorld(new Date(), publicUrl);
  const product = await startProduct({
    life,
    world: { ...world, ports },
    add: (app) => serveFirstPage(app, ACCOUNT, () => progress),
    settings: {
      LOG_LEVEL: "warn",
      ...process.env,
      DATABASE_URL: undefined,
      LLM_PROVIDER: undefined,
      LLM_API_KEY: undefined,
      LLM_MODEL: undefined,
      PORT: String(ports?.web ?? 0),
      PUBLIC_URL: publicUrl,
      PRESENCE_DEMO: "yes",
      ...operatorSettings,
      SLACK_SIGNING_SECRET: SIGNING_SECRET,
      // Notion allows three calls a second, and retracting a whole page takes two calls for each of its blocks.
      UNRESOLVED_WAIT_SECONDS: "40",
    },
  });
  const { standIns, address } = product;
  standIns.slack.deliveries.sendTo(`${address}/api/slack/events`);
  world.fill(standIns);
  return { ...product, platforms: world.platformsOf(standIns, { whole: options.once, rough: options.rough }) };
}

async function namedPorts() {
  const [web = 0, slack = 0, confluence = 0, notion = 0, mail = 0, stripe = 0, googleChat = 0] = await freePorts(
    7,
    FIRST_PORT,
  );
  return { web, slack, googleChat, confluence, notion, mail, stripe };
}

async function tellStory(demo: Awaited<ReturnType<typeof open>>): Promise<void> {
  const { deps, address, platforms } = demo;
  const { workspaceId } = await createAccount(deps, { ...ACCOUNT, plan: "enterprise", verified: true });
  if (options.dev) await serveWithReload(address);
  if (!options.once) sayWhereToLook(demo);
  const visitor = new DemoVisitor(address, say);
  await visitor.signIn(ACCOUNT.email, ACCOUNT.password);
  const reviewer = await addColleague(demo, workspaceId);
  demo.standIns.slack.findArticlesWith(async (message) => {
    const path = await visitor.articleCiting(message);
    return path && `${demo.env.PUBLIC_URL}${path}`;
  });
  await visitor.connectPlatforms(platforms);
  await visitor.monitorChannels(platforms);
  progress.doing = `Reading #${platforms.readingOrder[0]}…`;
  let first = Promise.resolve("/articles");
  await visitor.analyseEverything(platforms.reviewed, {
    reviewer,
    onFirst: () => {
      progress.doing = "Publishing the first article…";
      // If there is no first article, the demo starts with the library.
      first = visitor.firstArticle(platforms.firstMessage).catch(() => "/articles");
      void first.then((to) => Object.assign(progress, { to }));
    },
  });
  await first;
  await visitor.waitForPublications();

  const outcome = await readOutcome(deps, workspaceId, startedAt);
  const pages = outcome.articles.reduce((sum, { publishedTo }) => sum + publishedTo.length, 0);
  say("");
  say(
    `${outcome.messages} messages read, ${outcome.conversations} conversations found, ${outcome.articles.length} articles written, ${pages} pages published in ${outcome.seconds} s.`,
  );
  say(
    `Without a language model articles are excerpts, saved in the chat's own words, and nothing is published unread: ${COLLEAGUE.firstName} reviewed some, the others wait in the inbox. Set a model, and it writes them.`,
  );
  if (options.json) await new Promise((resolve) => process.stdout.write(`${JSON.stringify(outcome)}\n`, resolve));
  if (options.once) return;
  say(
    `In Slack, #${platforms.asksInThreads} asks Nadia in a thread whether her answer is right. Press a button as Nadia.`,
  );
  sayWhereToLook(demo);
}

async function addColleague({ deps, address }: Awaited<ReturnType<typeof open>>, workspaceId: string) {
  const { company, password } = ACCOUNT;
  const passwordHash = await hashPassword(password);
  const person = { ...COLLEAGUE, company, passwordHash, membership: "editor" as const, proof: "operator" as const };
  await inWorkspace(deps.db, workspaceId, (scope) => insertMember(scope, person));
  const colleague = new DemoVisitor(address, say);
  await colleague.signIn(COLLEAGUE.email, password);
  return colleague;
}

function sayWhereToLook({
  env,
  standIns: { slack, googleChat, confluence, notion, mail, stripe },
}: Awaited<ReturnType<typeof open>>) {
  say("");
  say(
    `Open        ${env.PUBLIC_URL}${FIRST_PAGE_PATH}   signs you in and opens the first article: edit its message, see it follow`,
  );
  say(`Sign in     ${env.PUBLIC_URL}/api/login   at any time as ${ACCOUNT.email} with ${ACCOUNT.password}`);
  say(`Slack       ${slack.url}   edit or delete any message; its article and its pages follow`);
  say(`Google Chat ${googleChat?.url}   the same in a space of Google Chat`);
  say(`Confluence  ${confluence.url}   the published pages, yours to edit`);
  say(`Notion      ${notion.url}`);
  say(`Mail        ${mail.url}`);
  say(`Payment     ${stripe.url}   a stand-in for Stripe: no card is charged; pay with 4242 4242 4242 4242`);
  say("By OAuth    press Add Integration in the product: Slack, Google Chat, Confluence and Notion ask for permission");
  if (!options.rough)
    say("Rough chat  stop the demo and start it with: npm run demo -- --rough   (eight channels of strangers' chat)");
  say("Ctrl-C stops it and removes everything.");
  say("");
}

async function serveWithReload(address: string): Promise<void> {
  const { createServer } = await import("vite");
  const vite = await createServer({ server: { port: 5173, proxy: { "/api": address } } });
  await vite.listen();
  life.started(() => vite.close());
  say("Pages with reload on change: http://localhost:5173");
}
