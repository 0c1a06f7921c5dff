import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSafeFetch } from "../../../connectors/safe-fetch.ts";
import type { NewWebhook, Webhook, WebhookDelivery } from "../../../shared/contract/webhooks.ts";
import { MOST_WEBHOOKS, WEBHOOK_EVENTS } from "../../../shared/domain/webhooks.ts";
import { newId } from "../../db/new-id.ts";
import { articles, channels, conversations, inboxItems, webhookDeliveries, webhooks } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { sendQueuedMail } from "../../mail/queued-mail.ts";
import { buildArticle, buildArticleSource, buildChannel, buildUser, buildWebhook } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { forgetOldDeliveries, sendWebhooks } from "../index.ts";

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

let test: TestApp;
let owner: SignedIn;
let receiver: Server;
let url = "";
let received: Received[] = [];
/** The receiver's next answers. After these, the receiver answers 204. */
let answers: { status: number; body?: string; headers?: Record<string, string> }[] = [];

beforeAll(async () => {
  receiver = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await text(request) });
    const { status, body, headers } = answers.shift() ?? { status: 204 };
    response.writeHead(status, headers).end(body);
  });
  await once(receiver.listen(0, "127.0.0.1"), "listening");
  const host = `127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  url = `http://${host}/lorekeep`;
  test = await createTestApp({ fetch: createSafeFetch({ allow: [host] }), variables: { EGRESS_ALLOW: host } });
});
beforeEach(async () => {
  await test.db.delete(webhooks);
  owner = await test.signIn();
  [received, answers] = [[], []];
});
afterAll(async () => {
  await test.close();
  receiver.close();
});

const post = (path: string, payload: object = {}, by = owner) =>
  by.inject({ method: "POST", url: `/api/webhooks${path}`, payload });
async function make(values: Partial<NewWebhook> = {}): Promise<{ id: string; secret: string }> {
  const answer = await post("", { url, events: [...WEBHOOK_EVENTS], channelIds: [], ...values });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}
const change = (id: string, payload: object) => owner.inject({ method: "PATCH", url: `/api/webhooks/${id}`, payload });
const list = async (): Promise<Webhook[]> => (await owner.inject({ url: "/api/webhooks" })).json();
const deliveries = async (id: string, by = owner): Promise<WebhookDelivery[]> =>
  (await by.inject({ url: `/api/webhooks/${id}/deliveries` })).json();
const send = () => sendWebhooks(test.deps);
/** Makes all waiting deliveries due now. */
const later = () =>
  test.db
    .update(webhookDeliveries)
    .set({ nextAt: new Date(0) })
    .where(eq(webhookDeliveries.state, "waiting"));
const told = () => received.map(({ body }) => JSON.parse(body));

const newArticle = (values: Partial<typeof articles.$inferInsert> = {}) =>
  buildArticle(test.db, { workspaceId: owner.viewer.workspaceId, title: "Restarting the printer", ...values });
const privateChannel = () => buildChannel(test.db, { workspaceId: owner.viewer.workspaceId, isPrivate: true });
const withdraw = (id: string) => test.db.update(articles).set({ state: "withdrawn" }).where(eq(articles.id, id));

/** Computes the signature as a receiver does, from the specification and without our code. */
function signatureOf({ headers, body }: Received, secret: string): string {
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
  return `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
}

async function mails(): Promise<string[]> {
  const { workspaceId } = owner.viewer;
  const { rows } = await test.db.$client.query(
    "delete from pgboss.job where name = 'mail' and data ->> 'workspaceId' = $1 returning data",
    [workspaceId],
  );
  const attempt = { number: 1, isLast: false, signal: new AbortController().signal };
  for (const { data } of rows) await sendQueuedMail(test.deps)({ queue: "mail", ...data } as never, attempt);
  return test.mails.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
}

describe("A webhook", () => {
  it("is told by ids of an article that was created, signed by the Standard Webhooks specification", async () => {
    const { id, secret } = await make();
    expect(Buffer.from(secret.replace(/^whsec_/, ""), "base64")).toHaveLength(32);
    const article = await newArticle();
    await send();
    const [request] = received as [Received];
    expect(request.headers["content-type"]).toBe("application/json");
    expect(Math.abs(Date.now() / 1000 - Number(request.headers["webhook-timestamp"]))).toBeLessThan(60);
    expect(request.headers["webhook-signature"]).toBe(signatureOf(request, secret));
    const [delivery] = await deliveries(id);
    expect(request.headers["webhook-id"]).toBe(delivery?.id);
    expect(JSON.parse(request.body)).toEqual({
      type: "article.created",
      timestamp: delivery?.createdAt,
      data: {
        articleId: article.id,
        version: article.version,
        title: "Restarting the printer",
        url: `http://localhost:3000/articles/${article.id}`,
      },
    });
    expect(delivery).toMatchObject({ state: "delivered", status: 204, tries: 1, nextAt: null });
    await send();
    expect(received).toHaveLength(1);
  });

  it("is told of a change, of a conflict and of the end of an article, whose title goes with it", async () => {
    await make();
    const { id, workspaceId } = await newArticle();
    await send();
    const statement = { key: null, form: "sentence", text: "Hold the button.", language: null };
    const labels = { tags: [], contentType: "howto", category: "Office", difficulty: "beginner", priority: "low" };
    const payload = { version: 1, title: "Restarting both printers", summary: [statement], sections: [], ...labels };
    const saved = await owner.inject({ method: "PUT", url: `/api/articles/${id}/content`, payload });
    expect(saved.statusCode, saved.body).toBe(200);
    await buildConflict(workspaceId, id);
    await withdrawAfterSending(id);
    expect(told().map(({ type, data }) => [type, data.title])).toEqual([
      ["article.created", "Restarting the printer"],
      ["article.changed", "Restarting both printers"],
      ["article.conflict_found", "Restarting both printers"],
      ["article.retracted", null],
    ]);
    expect(told()[3].data.articleId).toBe(id);
  });

  it("is told of what it chose and of nothing else", async () => {
    await make({ events: ["article.retracted"] });
    const { id } = await newArticle();
    await withdrawAfterSending(id);
    expect(told().map(({ type }) => type)).toEqual(["article.retracted"]);
  });

  it("is not told of what a transaction took back", async () => {
    await make();
    const { id } = await newArticle({ state: "review" });
    const failing = inWorkspace(test.db, owner.viewer.workspaceId, async ({ tx }) => {
      await tx.update(articles).set({ state: "stands" }).where(eq(articles.id, id));
      throw new Error("taken back");
    });
    await expect(failing).rejects.toThrow("taken back");
    await send();
    expect(received).toEqual([]);
  });

  it("is not told that an article was created which is withdrawn by then", async () => {
    const { id } = await make();
    const article = await newArticle();
    await withdraw(article.id);
    await send();
    expect(told().map(({ type }) => type)).toEqual(["article.retracted"]);
    expect((await deliveries(id)).map(({ type, state }) => [type, state])).toContainEqual([
      "article.created",
      "skipped",
    ]);
  });

  async function withdrawAfterSending(id: string) {
    await send();
    await withdraw(id);
    await send();
  }
});

async function buildConflict(workspaceId: string, articleId: string, isPrivate = false) {
  const { id: channelId } = await buildChannel(test.db, { workspaceId, isPrivate });
  const [conversationId, now] = [newId(), new Date()];
  const conversation = { workspaceId, id: conversationId, channelId, key: conversationId, messageCount: 1, articleId };
  await test.db
    .insert(conversations)
    .values({ ...conversation, firstAt: now, lastAt: now, fingerprint: "x", isEvidence: true });
  const fresh = { title: "", summary: [], body: [], tags: [], keywords: [] };
  await test.db
    .insert(inboxItems)
    .values({ workspaceId, id: newId(), kind: "conflict", articleId, conversationId, fresh, confidence: 1 });
}

describe("Who reads at an address", () => {
  it("is everybody of the workspace: nothing of a private channel is told, whatever happens to it", async () => {
    const { id } = await make();
    const { id: channelId } = await privateChannel();
    const article = await newArticle({ channelId });
    await buildConflict(article.workspaceId, article.id);
    const shared = await newArticle({ title: "From two channels" });
    await buildArticleSource(test.db, { workspaceId: article.workspaceId, articleId: shared.id, channelId });
    await send();
    await withdraw(article.id);
    await send();
    await test.db.delete(articles).where(eq(articles.id, article.id));
    await later();
    for (const { id: deliveryId } of await deliveries(id)) await post(`/${id}/deliveries/${deliveryId}/replay`);
    expect(received).toEqual([]);
    expect(new Set((await deliveries(id)).map(({ state }) => state))).toEqual(new Set(["skipped"]));
  });

  it("is not told of what was said against an article in a private channel", async () => {
    await make({ events: ["article.conflict_found"] });
    const { id, workspaceId } = await newArticle();
    await buildConflict(workspaceId, id, true);
    await send();
    expect(received).toEqual([]);
  });

  it("are members of the private channels that an admin names", async () => {
    const [named, other] = [await privateChannel(), await privateChannel()];
    const { id } = await make({ channelIds: [named.id] });
    await newArticle({ channelId: named.id, title: "Of the named one" });
    await newArticle({ channelId: other.id, title: "Of the other one" });
    await send();
    expect(told().map(({ data }) => data.title)).toEqual(["Of the named one"]);
    expect((await list())[0]?.readerChannels).toEqual([{ id: named.id, name: named.name }]);

    await change(id, { channelIds: [] });
    await send();
    expect(told().map(({ type, data }) => [type, data.title])).toEqual([
      ["article.created", "Of the named one"],
      ["article.retracted", null],
    ]);
  });

  it("is told that an article is gone when its channel is made private, once, and of nothing that follows", async () => {
    await make();
    const { id: channelId } = await buildChannel(test.db, { workspaceId: owner.viewer.workspaceId });
    const { id } = await newArticle({ channelId });
    await send();
    await test.db.update(channels).set({ isPrivate: true }).where(eq(channels.id, channelId));
    await test.db.update(articles).set({ version: 2 }).where(eq(articles.id, id));
    await send();
    await withdraw(id);
    await send();
    expect(told().map(({ type }) => type)).toEqual(["article.created", "article.retracted"]);
  });

  it("an admin sees no title and no answer about an article that they may not read", async () => {
    const { id: channelId } = await privateChannel();
    const { id } = await make({ channelIds: [channelId] });
    await newArticle({ channelId, title: "Salaries" });
    answers = [{ status: 500, body: "I do not know Salaries" }];
    await send();
    const { workspaceId } = owner.viewer;
    const admin = await test.signIn(await buildUser(test.db, { workspaceId, membership: "admin" }));
    expect(JSON.stringify(await deliveries(id))).toContain("Salaries");
    const [seen] = await deliveries(id, admin);
    expect(seen).toMatchObject({ article: null, response: null, status: 500 });
  });
});

describe("A delivery that did not arrive", () => {
  it("is tried again with the same id after a while, eight times within about a day, and then not any more", async () => {
    const { id } = await make();
    await newArticle();
    answers = Array.from({ length: 9 }, () => ({ status: 500, body: "<h1>Out of order</h1>\u0000" }));
    await send();
    await send();
    expect(received).toHaveLength(1);
    let waited = 0;
    for (let tries = 1; tries < 8; tries++) {
      const [delivery] = await deliveries(id);
      expect(delivery).toMatchObject({ state: "waiting", tries, status: 500, response: "<h1>Out of order</h1>" });
      waited += Date.parse(delivery?.nextAt ?? "") - Date.parse(delivery?.triedAt ?? "");
      await later();
      await send();
    }
    expect(waited / 3_600_000).toBeGreaterThan(20);
    expect(waited / 3_600_000).toBeLessThan(30);
    await later();
    await send();
    expect(received).toHaveLength(8);
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
    expect((await deliveries(id))[0]).toMatchObject({ state: "failed", tries: 8, nextAt: null });
    expect((await list())[0]?.failingSince).not.toBeNull();
  });

  it("arrives after a 500 and counts as delivered", async () => {
    const { id, secret } = await make();
    await newArticle();
    answers = [{ status: 500 }];
    await send();
    await later();
    await send();
    const [first, second] = received as [Received, Received];
    expect(second.headers["webhook-id"]).toBe(first.headers["webhook-id"]);
    expect(second.headers["webhook-signature"]).toBe(signatureOf(second, secret));
    expect(await deliveries(id)).toMatchObject([{ state: "delivered", tries: 2, status: 204 }]);
    expect((await list())[0]).toMatchObject({ failingSince: null });
  });

  it("waits as long as the receiver asks, and follows no redirect", async () => {
    const { id } = await make();
    await newArticle();
    answers = [{ status: 503, headers: { "retry-after": "600" } }];
    await send();
    const [delivery] = await deliveries(id);
    expect(Date.parse(delivery?.nextAt ?? "") - Date.parse(delivery?.triedAt ?? "")).toBeGreaterThan(590_000);
    answers = [{ status: 302, headers: { location: "/elsewhere" } }];
    await later();
    await send();
    expect(received).toHaveLength(2);
    expect((await deliveries(id))[0]).toMatchObject({ state: "waiting", status: 302 });
  });

  it("is sent again with the same id when the process was killed between sending and noting it", async () => {
    const { id } = await make();
    await newArticle();
    const [waiting] = await deliveries(id);
    // The delivery arrives, but the process dies before it stores the outcome.
    const sendAndDie: typeof fetch = async (...call) => {
      await test.deps.fetch(...call);
      return new Promise(() => {});
    };
    void sendWebhooks({ ...test.deps, fetch: sendAndDie });
    await expect.poll(() => received.length).toBe(1);
    await send();
    expect(received).toHaveLength(1);
    await later();
    await send();
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([waiting?.id, waiting?.id]);
    expect(await deliveries(id)).toMatchObject([{ state: "delivered" }]);
  });

  it("is sent by one of two workers alone", async () => {
    await make();
    await newArticle();
    await Promise.all([send(), send(), send()]);
    expect(received).toHaveLength(1);
  });

  it("is sent once more with one press, with the same id", async () => {
    const { id } = await make();
    await newArticle();
    await send();
    const [delivery] = await deliveries(id);
    answers = [{ status: 200, body: "Thanks" }];
    const answer = await post(`/${id}/deliveries/${delivery?.id}/replay`);
    expect(answer.json()).toMatchObject({ id: delivery?.id, state: "delivered", status: 200, response: "Thanks" });
    expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([delivery?.id, delivery?.id]);
  });

  it("keeps of an answer its first 500 characters", async () => {
    const { id } = await make();
    answers = [{ status: 400, body: "é".repeat(100_000) }];
    const answer = await post(`/${id}/test`);
    expect(answer.json()).toMatchObject({
      type: "webhook.test",
      state: "failed",
      status: 400,
      response: "é".repeat(500),
    });
  });

  it("and all others are forgotten after 30 days", async () => {
    const { id } = await make();
    await newArticle();
    await newArticle();
    const [first] = await deliveries(id);
    await test.db.$client.query("update webhook_deliveries set created_at = now() - interval '31 days' where id = $1", [
      first?.id,
    ]);
    await forgetOldDeliveries(test.db);
    expect((await deliveries(id)).map((one) => one.id)).not.toContain(first?.id);
    expect(await deliveries(id)).toHaveLength(1);
  });
});

describe("An address is switched off", () => {
  it("when it answers 410, and its owners and admins are written to", async () => {
    const { id } = await make();
    const { workspaceId } = owner.viewer;
    const admin = await buildUser(test.db, { workspaceId, membership: "admin" });
    const viewer = await buildUser(test.db, { workspaceId, membership: "viewer" });
    await newArticle();
    await newArticle();
    answers = [{ status: 410 }];
    await send();
    expect(received).toHaveLength(1);
    expect((await list())[0]).toMatchObject({
      isActive: false,
      offBecause: "The address answered that it is gone (410).",
    });
    expect((await deliveries(id)).map(({ state }) => state)).toEqual(["failed", "failed"]);
    await newArticle();
    await later();
    await send();
    expect(received).toHaveLength(1);
    const sent = await mails();
    expect(sent).toContain(`${admin.email}: The webhook to ${new URL(url).host} was switched off`);
    expect(sent.join()).not.toContain(viewer.email);
    expect(sent).toHaveLength(2);
    expect((await owner.inject({ url: "/api/logs" })).body).toContain(
      `The webhook to ${new URL(url).host} was switched off.`,
    );

    const [delivery] = await deliveries(id);
    expect((await post(`/${id}/deliveries/${delivery?.id}/replay`)).json().message).toContain("Switch it on first.");
    await change(id, { isActive: true });
    expect((await list())[0]).toMatchObject({ isActive: true, offBecause: null, failingSince: null });
    await post(`/${id}/deliveries/${delivery?.id}/replay`);
    expect(received).toHaveLength(2);
  });

  it.each([
    ["is removed", (id: string) => owner.inject({ method: "DELETE", url: `/api/people/${id}` })],
    [
      "is no admin any more",
      (id: string) => owner.inject({ method: "PATCH", url: `/api/people/${id}`, payload: { membership: "editor" } }),
    ],
  ])(
    "when the admin who made it %s, and everybody concerned is told; another admin answers for it from then on",
    async (_, end) => {
      const { workspaceId } = owner.viewer;
      const admin = await test.signIn(await buildUser(test.db, { workspaceId, membership: "admin" }));
      const values = { url, events: [...WEBHOOK_EVENTS], channelIds: [] };
      const [{ id }, own] = [(await post("", values, admin)).json(), await make()];
      expect((await end(admin.viewer.userId)).statusCode).toBe(200);
      await newArticle();
      await send();
      expect(received).toHaveLength(1);
      const [ended, kept] = [id, own.id].map((one) => list().then((all) => all.find((each) => each.id === one)));
      expect(await ended).toMatchObject({
        isActive: false,
        offBecause: expect.stringContaining("no longer an owner or admin"),
      });
      expect(await kept).toMatchObject({ isActive: true });
      expect((await mails()).join()).toContain("was switched off");
      expect((await owner.inject({ url: "/api/logs" })).body).toContain("was switched off. Whoever set it up");
      await change(id, { isActive: true });
      expect((await list()).every(({ isActive }) => isActive)).toBe(true);
    },
  );

  it("when no delivery succeeded for five days, not earlier", async () => {
    const { id } = await make();
    await newArticle();
    const failFor = async (days: number) => {
      await test.db
        .update(webhooks)
        .set({ failingSince: new Date(Date.now() - days * 86_400_000) })
        .where(eq(webhooks.id, id));
      answers = [{ status: 500 }];
      await later();
      await send();
      return (await list())[0];
    };
    expect(await failFor(4.9)).toMatchObject({ isActive: true });
    expect(await failFor(5.1)).toMatchObject({ isActive: false, offBecause: "Nothing arrived there for five days." });
    expect(await mails()).toHaveLength(1);
  });

  it("a test that fails changes nothing about it and is not repeated", async () => {
    const { id } = await make();
    answers = [{ status: 410 }, { status: 500 }];
    expect((await post(`/${id}/test`)).json()).toMatchObject({ state: "failed", status: 410 });
    expect((await post(`/${id}/test`)).json()).toMatchObject({ state: "failed", status: 500, nextAt: null });
    expect((await list())[0]).toMatchObject({ isActive: true, failingSince: null });
  });
});

describe("The secret", () => {
  it("is in the answer that makes it and nowhere else", async () => {
    const { secret } = await make();
    expect((await owner.inject({ url: "/api/webhooks" })).body).not.toContain(secret);
    expect(JSON.stringify(await test.db.select().from(webhooks))).not.toContain(secret);
    expect((await owner.inject({ url: "/api/audit" })).body).not.toContain(secret);
  });

  it("is replaced without a gap: for a day both sign, then the new one alone", async () => {
    const { id, secret: before } = await make();
    const { secret: after } = (await post(`/${id}/secret`)).json();
    expect((await list())[0]?.oldSecretUntil).not.toBeNull();
    await post(`/${id}/test`);
    const [both] = received as [Received];
    expect(both.headers["webhook-signature"]).toBe(`${signatureOf(both, after)} ${signatureOf(both, before)}`);
    await test.db.update(webhooks).set({ oldSecretUntil: new Date(Date.now() - 1000) });
    await post(`/${id}/test`);
    const alone = received[1] as Received;
    expect(alone.headers["webhook-signature"]).toBe(signatureOf(alone, after));
  });
});

describe("What admins may enter", () => {
  it.each([
    ["http://hooks.acme.example/", "Only https addresses can be called."],
    ["https://10.0.0.7/", "10.0.0.7 is not on the public internet"],
    ["https://169.254.169.254/latest", "is not on the public internet"],
    ["https://ada:secret@hooks.acme.example/", "holds a user name or a password"],
    ["hooks", "‘hooks’ is not an address"],
  ])("%s is refused", async (wrong, sentence) => {
    const answer = await post("", { url: wrong, events: ["article.created"], channelIds: [] });
    expect([answer.statusCode, answer.json().message]).toEqual([400, expect.stringContaining(sentence)]);
    expect(await list()).toEqual([]);
  });

  it("a name that leads to a private network is found when it is called", async () => {
    const { id } = await make({ url: "https://localhost/" });
    const answer = await post(`/${id}/test`);
    expect(answer.json()).toMatchObject({ state: "failed", status: null });
    expect(answer.json().response).toContain("localhost is not on the public internet");
  });

  it(`at most ${MOST_WEBHOOKS} addresses, and no channel of another workspace`, async () => {
    const elsewhere = await buildChannel(test.db, { isPrivate: true });
    const foreign = await post("", { url, events: ["article.created"], channelIds: [elsewhere.id] });
    expect(foreign.json().message).toBe("Choose private channels of this workspace.");
    for (let n = 0; n < MOST_WEBHOOKS; n++) await buildWebhook(test.db, { workspaceId: owner.viewer.workspaceId });
    const answer = await post("", { url, events: ["article.created"], channelIds: [] });
    expect(answer.json().message).toContain(`There are ${MOST_WEBHOOKS} webhooks already.`);
  });

  it("each change is in the audit log; another workspace finds nothing of it and is told nothing", async () => {
    const { id } = await make();
    await change(id, { events: ["article.changed"] });
    await post(`/${id}/secret`);
    const stranger = await test.signIn();
    await buildArticle(test.db, { workspaceId: stranger.viewer.workspaceId });
    await send();
    expect(received).toEqual([]);
    for (const path of [`/${id}/test`, `/${id}/secret`, `/${id}/deliveries/${newId()}/replay`])
      expect((await post(path, {}, stranger)).statusCode).toBe(404);
    expect((await stranger.inject({ url: `/api/webhooks/${id}/deliveries` })).statusCode).toBe(404);
    await owner.inject({ method: "DELETE", url: `/api/webhooks/${id}` });
    expect(await list()).toEqual([]);
    const { entries: items } = (await owner.inject({ url: "/api/audit" })).json();
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      "DELETE /api/webhooks/:id",
      "POST /api/webhooks/:id/secret",
      "PATCH /api/webhooks/:id",
      "POST /api/webhooks",
    ]);
  });
});
