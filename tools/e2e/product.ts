import { and, eq, isNotNull, sql } from "drizzle-orm";
import Fastify from "fastify";
import { freePort } from "../../scripts/free-ports.mjs";
import { payers } from "../../server/db/schema.ts";
import { ProcessLifecycle } from "../../server/lifetime.ts";
import { createAccount } from "../../server/workspace/accounts/create-account.ts";
import type { PlanId } from "../../shared/domain/people.ts";
import { loadDemoTeam } from "../demo/chat.ts";
import { startLlmStandIn } from "../stand-ins/llm/llm-stand-in.ts";
import { ALL_SCOPES } from "../stand-ins/slack/slack-stand-in.ts";
import { startProduct } from "../stand-ins/start-product.ts";
import type { StandInsOptions } from "../stand-ins/start-stand-ins.ts";
import { startCompany } from "./company-sign-on.ts";
import { buildEmail, createSmallTeam } from "./small-team.ts";
import { SIGNING_SECRET, type StoryData, type TestAddresses } from "./story-data.ts";

/**
 * Runs the product with stand-ins in its own folder on free ports. Prints its addresses as one line of JSON. Ends when its
 * standard input closes, so that it never outlives the browser tests.
 */
const PLACES = 40;
const numbers = Array.from({ length: PLACES }, (_, index) => index + 1);
const life = new ProcessLifecycle((error) => void process.stderr.write(`${String(error)}\n`));
const stop = () => void life.stop().then(() => process.exit(0));
process.stdin.on("end", stop).resume();
process.on("SIGTERM", stop);

const conversation = createSmallTeam(new Date());
const busy = loadDemoTeam("business", new Date());
const parents = numbers.map((number) => ({ id: number.toString(16).padStart(32, "a"), title: `Knowledge ${number}` }));
const world: StandInsOptions = {
  slack: {
    limits: "off",
    signingSecret: SIGNING_SECRET,
    teams: [
      ...numbers.map((number) => ({
        team: { id: `T${number}`, name: `Larkmoor ${number}`, domain: `larkmoor-${number}` },
        botToken: `xoxb-story-${number}`,
        scopes: ALL_SCOPES,
        ...conversation,
        users: conversation.users.map((user) => ({ ...user, email: buildEmail(user.name ?? "", `T${number}`) })),
      })),
      {
        team: { id: busy.id, name: busy.name, domain: busy.domain },
        botToken: "xoxb-busy",
        scopes: ALL_SCOPES,
        users: busy.users,
        channels: busy.channels,
      },
    ],
  },
  confluence: {
    spaces: numbers.map((number) => ({ key: `KB${number}`, name: `Knowledge ${number}` })),
    accounts: [{ email: "bot@larkmoor.example", token: "confluence-token", name: "Docs Bot" }],
  },
  // Lifts Notion's rate limit, which these tests do not cover.
  notion: {
    requestsPerSecond: 1_000,
    parents,
    tokens: [{ token: "ntn_story", name: "Lorekeep", workspace: "Larkmoor" }],
  },
};
const llm = await startLlmStandIn({
  models: ["gpt-6.2-sol", "gpt-6-luna", "claude-sonnet-5-5", "claude-haiku-5-5"],
  // Makes the model stand-in decline questions about the canteen, and answer one German question in German.
  script: ({ purpose, data: { question = "", sentences = [] } }) => {
    if (purpose === "claims" && question.includes("canteen")) return { json: { answers: false, claims: [] } };
    const source = sentences.find(({ text }) => text.includes("Sync carrier"))?.number;
    if (purpose !== "claims" || !question.includes("Und wenn") || source === undefined) return "plausible";
    return { json: { answers: true, claims: [{ text: "Dann erst oben *Sync carrier* klicken.", sources: [source] }] } };
  },
});
life.started(() => llm.close());
const port = await freePort();
const { env, deps, address, standIns } = await life.start(() =>
  startProduct({
    life,
    world,
    settings: {
      LOG_LEVEL: "info",
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
      UNRESOLVED_WAIT_SECONDS: "20",
      LLM_ALLOWED_ORIGINS: llm.url,
    },
  }),
);
const { slack, confluence, notion, mail, stripe } = standIns;

/** Serves controls for actions of operators and Slack administrators. */
const control = Fastify();
life.started(() => control.close());
let taken = 0;
control.post<{ Body: { plan: PlanId } }>("/places", async ({ body }): Promise<StoryData> => {
  taken += 1;
  const parent = parents[taken - 1];
  if (!parent) throw new Error(`There are only ${PLACES} places; raise PLACES.`);
  const account = { email: `noor${taken}@larkmoor.example`, password: "a-long-password" };
  const person = { firstName: "Noor", lastName: "Haddad", company: "Larkmoor", plan: body.plan };
  await createAccount(deps, { ...account, ...person, verified: true });
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
control.post<{ Body: { email: string } }>("/grace/over", async ({ body }) => {
  await deps.db
    .update(payers)
    .set({ graceUntil: sql`now() - interval '1 minute'` })
    .where(and(eq(payers.email, body.email), isNotNull(payers.graceUntil)));
  return { ok: true };
});
control.put<{ Params: { team: string }; Body: { without: string[] } }>("/slack/:team/scopes", async (request) => {
  slack.team(request.params.team).data.scopes = ALL_SCOPES.filter((scope) => !request.body.without.includes(scope));
  return { ok: true };
});
control.put<{ Body: { areSent: boolean } }>("/slack/events", async ({ body }) => {
  slack.deliveries.sendTo(body.areSent ? `${address}/api/slack/events` : undefined);
  return { ok: true };
});

const addresses: TestAddresses = {
  product: env.PUBLIC_URL,
  control: await control.listen({ host: "127.0.0.1", port: 0 }),
  slack: slack.url,
  confluence: confluence.url,
  notion: notion.url,
  llm: llm.url,
  mail: mail.url,
  stripe: stripe.url,
  company: await startCompany(life, deps),
  busyTeam: { teamId: busy.id, teamName: busy.name, botToken: "xoxb-busy" },
};
process.stdout.write(`${JSON.stringify(addresses)}\n`);
