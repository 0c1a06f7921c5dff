import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { contract } from "../../shared/contract/contract.ts";
import { type SlackStandIn, startSlackStandIn } from "../../tools/stand-ins/slack/slack-stand-in.ts";
import { type StripeStandIn, startStripeStandIn } from "../../tools/stand-ins/stripe/stripe-stand-in.ts";
import { buildApp } from "../../web/testing/build-app.ts";
import { loadEnv } from "../env.ts";
import { createPayment } from "../stripe/stripe.ts";
import { askBadInputs } from "../testing/bad-inputs/ask-all.ts";
import { BAD_INPUT_TEAM, BadInputCaller, type BadInputStage } from "../testing/bad-inputs/company.ts";
import type { BadRequest } from "../testing/bad-inputs/requests.ts";
import { listRoutes } from "../testing/bad-inputs/routes.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

const SEED = 10;
/** `npm run bench -- bad-input` sends 40,000 requests. */
const REQUESTS = 600;

/** Requests that once caused a 500, with the status that they get now. */
const KEPT: [reason: string, status: number, request: BadRequest][] = [
  [
    "an empty signature of a payment event",
    400,
    {
      method: "POST",
      url: "/api/stripe/webhooks",
      by: "nobody",
      headers: { "stripe-signature": "t=1,v1=" },
      payload: "{}",
    },
  ],
  [
    "a signed payment event without its object",
    400,
    {
      method: "POST",
      url: "/api/stripe/webhooks",
      by: "nobody",
      payload: '{"id":"evt_1","object":"event","type":"invoice.paid","data":{}}',
      signed: true,
    },
  ],
  [
    "an upload that is cut off",
    400,
    {
      method: "POST",
      url: "/api/imports",
      by: "owner",
      headers: { "content-type": "multipart/form-data; boundary=b0" },
      payload: '--b0\r\ncontent-disposition: form-data; name="file"; filename="a.zip"\r\n\r\ncut off',
    },
  ],
  [
    "an object with a method's name for its field",
    400,
    {
      method: "POST",
      url: "/scim/v2/Users",
      by: "provider",
      headers: { "content-type": "application/scim+json" },
      payload: '{"schemas":[{"toString":1}]}',
    },
  ],
];

let slack: SlackStandIn;
let stripe: StripeStandIn;
let test: TestApp;
let stage: BadInputStage;
beforeAll(async () => {
  slack = await startSlackStandIn({ teams: [BAD_INPUT_TEAM] });
  stripe = await startStripeStandIn();
  const fetch = createSafeFetch({ allow: [slack, stripe].map(({ url }) => new URL(url).host) });
  const variables = {
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_API_URL: stripe.url,
  };
  test = await createTestApp({
    variables,
    webRoot: await buildApp(),
    payment: createPayment(loadEnv(variables), fetch, { retries: 0 }),
    connectors: createConnectors({ fetch, slackDistribution: "internal", slackApiUrl: `${slack.url}/api` }),
  });
  stage = { app: test.app, deps: test.deps, webhookSecret: stripe.webhookSecret };
});
afterAll(async () => {
  await test.close();
  await Promise.all([slack.close(), stripe.close()]);
});

describe("A bad input is refused with a sentence, never with an error of ours", () => {
  it("the tested routes are those of the contract and the known others", () => {
    const keys = listRoutes(test.app).map(({ key }) => key);
    const beside = [
      "/api/stripe/webhooks",
      "/api/slack/events",
      "/api/slack/interactions",
      "/api/slack/commands",
      "/api/chat-notifications/:platform/:address",
      "/api/wiki-events/:key",
      "/api/imports",
      "/scim/v2/Users",
    ];
    expect(keys).toEqual(expect.arrayContaining([...Object.keys(contract), ...beside.map((path) => `POST ${path}`)]));
  });

  it(`${REQUESTS} bad requests over every route get a sentence, never a server error`, async () => {
    const { requests, faults, statuses } = await askBadInputs(stage, SEED, REQUESTS);
    expect(requests).toBeGreaterThanOrEqual(REQUESTS);
    expect(faults).toEqual([]);
    // Some requests must reach their route: the route itself refuses some of them, and some succeed.
    for (const status of [200, 400, 401, 404]) expect(statuses.get(status)).toBeGreaterThan(3);
  });

  it.each(KEPT)("%s: %i", async (_reason, status, request) => {
    const answer = await new BadInputCaller(stage).ask(request);
    expect(answer.statusCode).toBe(status);
    const { message, detail = message } = answer.json<{ message?: string; detail?: string }>();
    expect(detail).toMatch(/^\S+ .+\.$/);
  });
});
