import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BillingTest, createBillingTest } from "../billing/testing/billing-test.ts";
import type { SignedIn } from "../testing/test-app.ts";
import { callStripeForPerson } from "./errors.ts";

let test: BillingTest;
let person: SignedIn;
beforeAll(async () => {
  test = await createBillingTest();
  person = await test.signInPaying("professional");
});
afterAll(() => test.close());

const NO_ANSWER = "The payment provider does not answer at the moment.";
const calls: [string, () => Promise<{ statusCode: number; json(): { message: string } }>][] = [
  ["GET /api/billing-info", () => person.inject({ url: "/api/billing-info" })],
  [
    "POST /api/subscription/upgrade",
    () => person.inject({ method: "POST", url: "/api/subscription/upgrade", payload: { planId: "enterprise" } }),
  ],
  ["POST /api/subscription/cancel", () => person.inject({ method: "POST", url: "/api/subscription/cancel" })],
  ["POST /api/subscription/portal", () => person.inject({ method: "POST", url: "/api/subscription/portal" })],
  [
    "POST /api/create-payment-intent",
    () =>
      test.app.inject({
        method: "POST",
        url: "/api/create-payment-intent",
        payload: {
          amount: 2500,
          plan: "professional",
          customerDetails: { firstName: "Ada", lastName: "Lovelace", email: "new@acme.example", company: "Acme" },
        },
      }),
  ],
];

it.each(calls)("%s says that the provider does not answer, whatever answers in its place", async (path, call) => {
  for (const kind of [
    { garbage: "html" },
    { garbage: "truncated" },
    { garbage: "wrong-json" },
    { status: 200, body: {} },
    { status: 200, body: [] },
    { status: 400, body: { message: "no envelope" } },
    { status: 500, body: { error: "no envelope" } },
  ] as const) {
    await test.db.$client.query("delete from rate_limits");
    test.stripe.fail({ times: 20, kind });
    const answer = await call();
    test.stripe.clearFaults();
    expect([path, kind, answer.statusCode]).toEqual([path, kind, 503]);
    expect(answer.json().message).toContain(NO_ANSWER);
  }
});

it("who waits for a silent provider reads so in time, and the work under way harms nobody when it fails later", async () => {
  const log = pino({ level: "silent" });
  let fail: (error: Error) => void = () => {};
  const work = () => new Promise<never>((_resolve, reject) => (fail = reject));
  await expect(callStripeForPerson({ log }, work, 20)).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringContaining(NO_ANSWER),
  });
  fail(new Error("much later"));
  await expect(callStripeForPerson({ log }, async () => "in time", 20)).resolves.toBe("in time");
});
