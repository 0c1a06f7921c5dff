import { generateKeyPairSync, sign } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GoogleChatStandIn, startGoogleChatStandIn } from "./google-chat-stand-in.ts";

/*
 * Tests the behavior that Google's documentation and protocol files describe. The stand-in's comments contain the
 * links.
 */

const PIPE = { topic: "projects/acme/topics/chat", subscription: "projects/acme/subscriptions/lorekeep" };
const ROBOT = "lorekeep@acme.iam.gserviceaccount.com";
const TARGET = "//chat.googleapis.com/spaces/AAA";
const CREATED = "google.workspace.chat.message.v1.created";
const HOUR = 3_600_000;

let google: GoogleChatStandIn;
let now = Date.UTC(2026, 0, 1);
let token = "";
beforeAll(async () => {
  const keys = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  google = await startGoogleChatStandIn({
    spaces: [{ id: "AAA", displayName: "General", people: [{ id: "1", name: "Ana" }] }],
    tokens: { bot: { kind: "app", scopes: ["chat.bot"] } },
    serviceAccounts: [
      { clientEmail: ROBOT, publicKey: keys.publicKey, scopes: ["chat.app.messages.readonly", "pubsub"] },
    ],
    pipes: [PIPE],
    now: () => now,
  });
  google.pubsub.pullWaitMs = 0;
  const iat = Math.floor(now / 1000);
  const scope = "https://www.googleapis.com/auth/chat.app.messages.readonly https://www.googleapis.com/auth/pubsub";
  const claims = { iss: ROBOT, scope, aud: google.tokenUrl, iat, exp: iat + 3600 };
  const signed = [{ alg: "RS256", typ: "JWT" }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const assertion = `${signed}.${sign("RSA-SHA256", Buffer.from(signed), keys.privateKey).toString("base64url")}`;
  const body = new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion });
  token = (await (await fetch(google.tokenUrl, { method: "POST", body })).json()).access_token;
});
afterAll(() => google.close());

async function call(method: string, path: string, body?: object, as = token) {
  const response = await fetch(`${google.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${as}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}
const follow = (more: object = {}, as = token) =>
  call(
    "POST",
    "subscriptions",
    {
      targetResource: TARGET,
      eventTypes: [CREATED],
      notificationEndpoint: { pubsubTopic: PIPE.topic },
      ...more,
    },
    as,
  );
const pull = async () =>
  (await call("POST", `${PIPE.subscription}:pull`, { maxMessages: 10 })).body.receivedMessages ?? [];
const acknowledge = (ackIds: string[]) => call("POST", `${PIPE.subscription}:acknowledge`, { ackIds });

describe("Google Workspace Events' stand-in", () => {
  it("permits one subscription of an approved app per space, for 7 days without message texts and 4 hours with them", async () => {
    expect(await follow({}, "bot")).toMatchObject({ status: 403 });
    expect(await follow({ eventTypes: ["google.workspace.chat.message.v1.sung"] })).toMatchObject({ status: 400 });
    expect(await follow({ notificationEndpoint: { pubsubTopic: "projects/x/topics/y" } })).toMatchObject({
      status: 403,
    });
    const made = await follow({ payloadOptions: { includeResource: true } });
    const expireTime = new Date(now + 4 * HOUR).toISOString();
    expect(made.body).toMatchObject({ done: true, response: { state: "ACTIVE", targetResource: TARGET, expireTime } });
    expect(await follow()).toMatchObject({ status: 409, body: { error: { status: "ALREADY_EXISTS" } } });
    const { name } = made.body.response;
    expect(await call("DELETE", name)).toMatchObject({ status: 200, body: { done: true } });
    expect(await call("DELETE", name)).toMatchObject({ status: 404 });
    expect(await call("DELETE", `${name}?allowMissing=true`)).toMatchObject({ status: 200 });
    expect((await follow()).body.response.expireTime).toBe(new Date(now + 168 * HOUR).toISOString());
    expect(await call("GET", "subscriptions")).toMatchObject({ status: 400 });
    const filter = encodeURIComponent(`event_types:"${CREATED}"`);
    expect((await call("GET", `subscriptions?filter=${filter}`)).body.subscriptions).toMatchObject([{ name }]);
  });

  it("publishes each message as a CloudEvent, again until it is acknowledged", async () => {
    const id = google.space("AAA").post({ userId: "1", text: "hello" });
    const [first] = await pull();
    expect(first.message.attributes).toMatchObject({
      "ce-type": CREATED,
      "ce-subject": TARGET,
      "ce-specversion": "1.0",
    });
    expect(JSON.parse(Buffer.from(first.message.data, "base64").toString())).toEqual({
      message: { name: `spaces/AAA/messages/${id}` },
    });
    expect(await pull()).toEqual([]);
    now += 11_000;
    const [again] = await pull();
    expect(again.message).toEqual(first.message);
    expect(again.ackId).not.toBe(first.ackId);
    await acknowledge([again.ackId]);
    now += 11_000;
    expect(await pull()).toEqual([]);
  });

  it("suspends a subscription whose topic cannot be reached, reactivates it, and announces its end", async () => {
    const [pipe] = google.pubsub.pipes;
    const { name = "" } = google.events.of("AAA") ?? {};
    Object.assign(pipe ?? {}, { isOpen: false });
    google.space("AAA").post({ userId: "1", text: "lost" });
    expect(google.events.of("AAA")).toMatchObject({
      state: "SUSPENDED",
      suspensionReason: "ENDPOINT_PERMISSION_DENIED",
    });
    expect(await call("POST", `${name}:reactivate`, {})).toMatchObject({ status: 400 });
    Object.assign(pipe ?? {}, { isOpen: true });
    expect((await call("POST", `${name}:reactivate`, {})).body.response).toMatchObject({ state: "ACTIVE" });
    now += 30 * 60_000;
    const renewed = await call("PATCH", `${name}?updateMask=ttl`, { ttl: "0s" });
    expect(renewed.body.response.expireTime).toBe(new Date(now + 168 * HOUR).toISOString());
    await call("PATCH", `${name}?updateMask=ttl`, { ttl: "60s" });
    now += 61_000;
    expect(google.events.of("AAA")).toBeUndefined();
    expect(
      (await pull()).map((received: { message: { attributes: object } }) => received.message.attributes),
    ).toMatchObject([{ "ce-type": "google.workspace.events.subscription.v1.expired" }]);
  });
});
