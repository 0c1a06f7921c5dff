import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import type { ModelEngine } from "../../engine/contract.ts";
import { createLocalEngine } from "../../engine/local-engine.ts";
import { contract } from "../../shared/contract/contract.ts";
import { type ConfluenceStandIn, startConfluenceStandIn } from "../../tools/stand-ins/confluence/server.ts";
import { type SlackStandIn, startSlackStandIn } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import { type StripeStandIn, startStripeStandIn } from "../../tools/stand-ins/stripe/stripe-stand-in.ts";
import { loadEnv } from "../env.ts";
import { createPayment } from "../stripe/stripe.ts";
import { BAD_INPUT_TEAM } from "../testing/bad-inputs/company.ts";
import { buildUser, buildWorkspace } from "../testing/factories.ts";
import { createQueueThatEndsRuns } from "../testing/queue-that-ends-runs.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import {
  PASSWORD,
  WRITE_REQUESTS,
  type WriteKey,
  type WriteRequest,
  type WriteRequestContext,
} from "../testing/write-requests.ts";
import { hashPassword } from "../workspace/accounts/passwords.ts";

const ACCOUNT = { email: "bot@acme.example", token: "confluence-token", name: "Docs Bot" };
const keys = Object.entries(contract)
  .filter(([key, { access }]) => !key.startsWith("GET ") && access === "session")
  .map(([key]) => key as WriteKey);
/** Endpoints without a session, which belong to no workspace yet. */
const PUBLIC = ["POST /api/create-payment-intent", "POST /api/create-subscription-after-setup", "POST /api/register"];

/** Endpoints that leave another workspace or test a connection. */
const CHANGES_NOTHING_HERE = [
  "DELETE /api/workspaces/:id/membership",
  "POST /api/integrations/:id/test",
  "POST /api/integrations/:id/test-page",
  "POST /api/integrations/places",
  "POST /api/collaboration-integrations/:id/test",
  "POST /api/collaboration-integrations/:id/last-message",
];

let test: TestApp;
let slack: SlackStandIn;
let stripe: StripeStandIn;
let confluence: ConfluenceStandIn;
let passwordHash: string;
let tables: string[];
let people = 0;

beforeAll(async () => {
  slack = await startSlackStandIn({ teams: [BAD_INPUT_TEAM] });
  stripe = await startStripeStandIn();
  confluence = await startConfluenceStandIn({ accounts: [ACCOUNT], spaces: [{ key: "DOC", name: "Documentation" }] });
  const fetch = createSafeFetch({ allow: [slack, stripe, confluence].map(({ url }) => new URL(url).host) });
  const variables = {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_API_URL: stripe.url,
    SMTP_URL: "smtp://mail.invalid",
    LLM_PROVIDER: "openai-compatible",
    LLM_BASE_URL: "http://127.0.0.1:9/v1",
    LLM_MODEL: "small",
    LLM_API_KEY: "key",
    NOTION_CLIENT_ID: "app",
    ATLASSIAN_CLIENT_ID: "app",
    ATLASSIAN_CLIENT_SECRET: "client-secret",
    NOTION_CLIENT_SECRET: "secret",
  };
  const engine = createLocalEngine();
  /** Writes only a preview. Requested runs end by themselves. */
  const writer: ModelEngine = {
    name: "llm",
    reader: "scripted",
    find: async () => ({ matters: [], nothing: [] }),
    async write([matter]) {
      if (!matter) return [];
      const finding = { score: 1, isKnowledge: true, contentType: "howto" as const, reasons: [] };
      const article = await engine.write(matter.conversation, finding, { channelName: "support", knownTags: [] });
      return [{ outcome: "articles", articles: [article], why: null, verdicts: [[]] }];
    },
  };
  test = await createTestApp({
    variables,
    payment: createPayment(loadEnv(variables), fetch, { retries: 0 }),
    connectors: createConnectors({ fetch, slackDistribution: "internal", slackApiUrl: `${slack.url}/api` }),
    engines: {
      description: "local",
      forWorkspace: async (_workspaceId, channelId) => (channelId ? writer : engine),
      hasModel: async () => true,
    },
    queue: createQueueThatEndsRuns(),
  });
  passwordHash = await hashPassword(PASSWORD);
  const { rows } = await test.db.$client.query<{ name: string }>(
    `select table_name as name from information_schema.columns
     where column_name = 'workspace_id' and table_schema = 'public' order by 1`,
  );
  tables = rows.map(({ name }) => name);
});
afterAll(async () => {
  await test.close();
  await Promise.all([slack.close(), stripe.close(), confluence.close()]);
});

const urlOf = (key: string, { params = [] }: WriteRequest): string => {
  const left = [...params];
  return (key.split(" ")[1] ?? "").replace(/:\w+/g, () => left.shift() ?? "missing");
};

const ask = (by: SignedIn, key: string, request: WriteRequest) =>
  by.inject({
    method: key.split(" ")[0] as "POST",
    url: urlOf(key, request),
    ...(request.body && { payload: request.body }),
  });

async function newOwner(): Promise<{ owner: SignedIn; asking: WriteRequestContext }> {
  people += 1;
  const email = `owner@company${people}.example`;
  const { id: workspaceId } = await buildWorkspace(test.db, { plan: "enterprise" });
  const user = await buildUser(test.db, { workspaceId, email, passwordHash });
  const owner = await test.signIn(user);
  const asking: WriteRequestContext = {
    db: test.db,
    workspaceId,
    userId: user.id,
    email,
    personId: user.personId,
    chatConfig: { botToken: BAD_INPUT_TEAM.botToken },
    knowledge: {
      type: "confluence",
      apiKey: `${ACCOUNT.email}:${ACCOUNT.token}`,
      baseUrl: confluence.url,
      spaceId: "DOC",
    },
    send: async (key, request = {}) => {
      const answer = await ask(owner, key, request);
      expect(answer.statusCode, `${key}: ${answer.body}`).toBe(200);
      return answer;
    },
  };
  return { owner, asking };
}

/** Computes a digest of every row of the workspace, by table. */
async function rowsOf(workspaceId: string): Promise<object> {
  const digests = tables.map(
    (table) =>
      `select '${table}' as name, md5(string_agg(t::text, ' ' order by t::text)) as digest from ${table} t where workspace_id = $1`,
  );
  const { rows } = await test.db.$client.query<{ name: string; digest: string }>(digests.join(" union all "), [
    workspaceId,
  ]);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

describe("ASVS-8.2.2 What an owner may change in a workspace, a stranger with the same request may not", () => {
  it("the table has a request for every endpoint that changes something, and no other", () => {
    expect(Object.keys(WRITE_REQUESTS).sort()).toEqual([...keys].sort());
    const open = Object.keys(contract).filter((key) => !key.startsWith("GET ") && !keys.includes(key as WriteKey));
    expect(open.sort()).toEqual(PUBLIC);
  });

  it.each(keys)("%s: its owner succeeds, a stranger changes nothing", async (key) => {
    const { owner, asking } = await newOwner();
    // Uses new people for each request, because some endpoints end sessions and accounts.
    const { owner: stranger } = await newOwner();
    const request = await WRITE_REQUESTS[key](asking);
    const before = await rowsOf(asking.workspaceId);
    const refused = await ask(stranger, key, request);
    if (key.includes("/:")) expect([refused.statusCode, refused.body]).toEqual([404, expect.any(String)]);
    expect(await rowsOf(asking.workspaceId)).toEqual(before);
    const answer = await ask(owner, key, request);
    expect([answer.statusCode, answer.body]).toEqual([200, answer.body]);
    if (key.includes("/:") && !CHANGES_NOTHING_HERE.includes(key))
      expect(await rowsOf(asking.workspaceId)).not.toEqual(before);
  });
});
