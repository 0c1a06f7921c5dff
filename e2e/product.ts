import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify from "fastify";
import { loadDemoTeam } from "../demo/chat.ts";
import { buildApp } from "../server/app.ts";
import { removeDataFolder } from "../server/db/embedded/layout.ts";
import { loadEnv } from "../server/env.ts";
import { createAccount } from "../server/features/accounts/create-account.ts";
import { createLogger } from "../server/log.ts";
import { openDeps } from "../server/open-deps.ts";
import { startWorker } from "../server/worker.ts";
import { startConfluenceStandIn } from "../stand-ins/confluence/server.ts";
import { startMailStandIn } from "../stand-ins/mail/mail.ts";
import { startNotionStandIn } from "../stand-ins/notion/server.ts";
import { ALL_SCOPES, startSlackStandIn } from "../stand-ins/slack/slack-stand-in.ts";
import { freePort } from "./free-port.ts";
import { type Addresses, type Place, SIGNING_SECRET } from "./place.ts";
import { smallTalk } from "./small-talk.ts";

/**
 * The whole product with stand-ins, in a folder of its own on free ports. It writes its addresses to standard output as one
 * line of JSON and ends when its standard input does, so that it never outlives the stories.
 */
const PLACES = 40;
const numbers = Array.from({ length: PLACES }, (_, index) => index + 1);
const closers: (() => Promise<unknown>)[] = [];

async function stop(code: number): Promise<never> {
  for (const step of closers.splice(0).reverse()) await step().catch(() => {});
  process.exit(code);
}
process.stdin.on("end", () => void stop(0)).resume();
process.on("SIGTERM", () => void stop(0));

const talk = smallTalk(new Date());
const busy = loadDemoTeam("business", new Date());
const slack = await startSlackStandIn({
  signingSecret: SIGNING_SECRET,
  teams: [
    ...numbers.map((number) => ({
      team: { id: `T${number}`, name: `Larkmoor ${number}`, domain: `larkmoor-${number}` },
      botToken: `xoxb-story-${number}`,
      scopes: ALL_SCOPES,
      ...talk,
    })),
    {
      team: { id: busy.id, name: busy.name, domain: busy.domain },
      botToken: "xoxb-busy",
      scopes: ALL_SCOPES,
      users: busy.users,
      channels: busy.channels,
    },
  ],
});
const confluence = await startConfluenceStandIn({
  spaces: numbers.map((number) => ({ key: `KB${number}`, name: `Knowledge ${number}` })),
  accounts: [{ email: "bot@larkmoor.example", token: "confluence-token", name: "Docs Bot" }],
});
const parents = numbers.map((number) => ({ id: number.toString(16).padStart(32, "a"), title: `Knowledge ${number}` }));
const notion = await startNotionStandIn({
  parents,
  tokens: [{ token: "ntn_story", name: "Lorekeep", workspace: "Larkmoor" }],
});
const mail = await startMailStandIn();
closers.push(async () => Promise.all([slack, confluence, notion, mail].map((standIn) => standIn.close())));

const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-e2e-"));
closers.push(() => removeDataFolder(dataDir));
const port = await freePort();
const env = loadEnv({
  LOG_LEVEL: "info",
  DATA_DIR: dataDir,
  HOST: "127.0.0.1",
  PORT: String(port),
  PUBLIC_URL: `http://localhost:${port}`,
  UNRESOLVED_WAIT_SECONDS: "20",
  SLACK_API_URL: `${slack.url}/api`,
  NOTION_API_URL: notion.url,
  SMTP_URL: mail.smtpUrl,
  EGRESS_ALLOW: [slack, confluence, notion].map(({ url }) => new URL(url).host).join(","),
});
const { deps, close } = await openDeps(env, createLogger(env, process.stderr));
closers.push(close);
const app = await buildApp(deps);
closers.push(() => app.close());
const address = await app.listen({ host: env.HOST, port: env.PORT });
const worker = await startWorker(deps);
closers.push(() => worker.stop());

/** What only the operator of an installation or an administrator of Slack can do. */
const control = Fastify();
closers.push(() => control.close());
let taken = 0;
control.post("/places", async (): Promise<Place> => {
  taken += 1;
  const parent = parents[taken - 1];
  if (!parent) throw new Error(`There are only ${PLACES} places; raise PLACES.`);
  const account = { email: `noor${taken}@larkmoor.example`, password: "a-long-password" };
  await createAccount(deps, { ...account, firstName: "Noor", lastName: "Haddad", company: "Larkmoor", verified: true });
  return {
    ...account,
    slack: { teamId: `T${taken}`, teamName: `Larkmoor ${taken}`, botToken: `xoxb-story-${taken}` },
    confluence: {
      baseUrl: confluence.url,
      spaceId: `KB${taken}`,
      apiKey: "bot@larkmoor.example:confluence-token",
    },
    notion: { spaceId: parent.id, apiKey: "ntn_story" },
  };
});
control.put<{ Params: { team: string }; Body: { without: string[] } }>("/slack/:team/scopes", async (request) => {
  slack.team(request.params.team).data.scopes = ALL_SCOPES.filter((scope) => !request.body.without.includes(scope));
  return { ok: true };
});
control.put<{ Body: { areSent: boolean } }>("/slack/events", async ({ body }) => {
  slack.deliveries.sendTo(body.areSent ? `${address}/api/slack/events` : undefined);
  return { ok: true };
});

const addresses: Addresses = {
  product: env.PUBLIC_URL,
  control: await control.listen({ host: "127.0.0.1", port: 0 }),
  slack: slack.url,
  confluence: confluence.url,
  notion: notion.url,
  mail: mail.url,
  busyTeam: { teamId: busy.id, teamName: busy.name, botToken: "xoxb-busy" },
};
process.stdout.write(`${JSON.stringify(addresses)}\n`);
