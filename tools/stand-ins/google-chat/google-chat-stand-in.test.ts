import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type GoogleChatStandIn, startGoogleChatStandIn, USER_SCOPES } from "./google-chat-stand-in.ts";

/*
 * Tests the behavior that Google's documentation and protocol files describe. The stand-in's comments contain the
 * links.
 */

let google: GoogleChatStandIn;
beforeAll(async () => {
  google = await startGoogleChatStandIn({
    spaces: [
      { id: "AAA", displayName: "General", people: [{ id: "1", name: "Ana" }] },
      { id: "EMPTY", displayName: "Quiet", people: [] },
    ],
    tokens: {
      user: { kind: "user", scopes: USER_SCOPES },
      bot: { kind: "app", scopes: ["chat.bot"] },
      app: { kind: "app", scopes: ["chat.bot", "chat.app.messages.readonly"] },
      guest: { kind: "user", scopes: USER_SCOPES, spaceIds: ["EMPTY"] },
    },
  });
  const room = google.space("AAA");
  for (let index = 0; index < 30; index += 1) room.post({ userId: "1", text: `message ${index}` });
});
afterAll(() => google.close());

async function get(path: string, query: Record<string, string> = {}, token: string | null = "user") {
  const headers = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(`${google.url}/v1/${path}?${new URLSearchParams(query)}`, { headers });
  return { status: response.status, body: await response.json() };
}
const messages = (query: Record<string, string> = {}) => get("spaces/AAA/messages", query);
const texts = ({ body }: Awaited<ReturnType<typeof get>>): string[] =>
  (body.messages ?? []).map(({ text }: { text?: string }) => text);

describe("Google Chat's stand-in", () => {
  it("refuses a call without a token, because an API key identifies a project and not a person", async () => {
    for (const query of [{}, { key: "AIza" }] as Record<string, string>[])
      expect(await get("spaces", query, null)).toMatchObject({
        status: 401,
        body: { error: { status: "UNAUTHENTICATED" } },
      });
    expect(await get("spaces", {}, "expired")).toMatchObject({ status: 401 });
  });

  it("lists spaces with chat.bot, but reads messages only with more", async () => {
    expect(await get("spaces", {}, "bot")).toMatchObject({
      status: 200,
      body: { spaces: [{ name: "spaces/AAA" }, {}] },
    });
    expect(await get("spaces/AAA/messages", {}, "bot")).toMatchObject({
      status: 403,
      body: { error: { status: "PERMISSION_DENIED", details: [{ reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" }] } },
    });
    expect(await get("spaces/AAA/messages", {}, "app")).toMatchObject({ status: 200 });
    expect(await get("spaces/AAA/messages", {}, "guest")).toMatchObject({ status: 403 });
  });

  it("returns 25 messages, oldest first, and further messages only to the same request", async () => {
    const first = await messages();
    expect([texts(first).length, texts(first)[0]]).toEqual([25, "message 0"]);
    const pageToken = first.body.nextPageToken;
    expect(texts(await messages({ pageToken }))).toEqual([25, 26, 27, 28, 29].map((n) => `message ${n}`));
    expect(await messages({ pageToken, showDeleted: "true" })).toMatchObject({ status: 400 });
    expect(texts(await messages({ orderBy: "createTime DESC", pageSize: "1" }))).toEqual(["message 29"]);
  });

  it("filters by time to the microsecond and by thread", async () => {
    const { body } = await messages();
    const [{ createTime, thread }, , third] = body.messages;
    const filter = `createTime > "${createTime}" AND createTime < "${third.createTime}"`;
    expect(texts(await messages({ filter }))).toEqual(["message 1"]);
    expect(texts(await messages({ filter: `thread.name = ${thread.name}` }))).toEqual(["message 0"]);
    expect(await messages({ filter: "text = hello" })).toMatchObject({ status: 400 });
  });

  it("lists a deleted message without its text, on request", async () => {
    const room = google.space("AAA");
    const id = room.post({ userId: "1", text: "a secret" });
    room.delete(id);
    const newest = { orderBy: "createTime DESC", pageSize: "1" };
    expect(texts(await messages(newest))).toEqual(["message 29"]);
    const { body } = await messages({ ...newest, showDeleted: "true" });
    expect(body.messages).toMatchObject([{ name: `spaces/AAA/messages/${id}`, deleteTime: expect.any(String) }]);
    expect(JSON.stringify(body)).not.toContain("secret");
  });

  it("returns {} for an empty space, and no names to a person's token", async () => {
    expect(await get("spaces/EMPTY/messages")).toEqual({ status: 200, body: {} });
    expect((await messages()).body.messages[0].sender).toEqual({ name: "users/1", type: "HUMAN" });
    const seen = await get("spaces/AAA/messages", {}, "app");
    expect(seen.body.messages[0].sender).toMatchObject({ displayName: "Ana" });
  });

  it("returns only the requested fields, and refuses an invalid field mask", async () => {
    const fields = "messages(text,thread/name)";
    const { body } = await messages({ fields, pageSize: "1" });
    expect(body).toEqual({ messages: [{ text: "message 0", thread: { name: expect.any(String) } }] });
    expect(await messages({ fields: "messages(text" })).toMatchObject({ status: 400 });
  });

  it("has a page on which people read, write, edit and delete", async () => {
    const form = (path: string, fields: Record<string, string>) =>
      fetch(`${google.url}/spaces/EMPTY/${path}`, {
        method: "POST",
        body: new URLSearchParams(fields),
        redirect: "manual",
      });
    const page = async () => (await fetch(`${google.url}/spaces/EMPTY`)).text();
    expect(await (await fetch(google.url)).text()).toContain('<a href="/spaces/EMPTY#newest">Quiet</a> (0)');
    google.space("EMPTY").data.people.push({ id: "2", name: "Bo <b>" });
    const posted = await form("post", { user: "2", text: "a <i> & <users/9>" });
    const id = posted.headers.get("location")?.split("#")[1] ?? "";
    expect(await page()).toContain("a &lt;i&gt; &amp; &lt; users/9&gt;");
    await form("post", { user: "2", text: "an answer", in: id });
    await form("edit", { id, text: "better" });
    const [first, second] = google.space("EMPTY").messages;
    expect(first).toMatchObject({ text: "better", lastUpdateTime: expect.any(String) });
    expect(second).toMatchObject({ text: "an answer", threadReply: true, thread: first?.thread });
    await form("delete", { id });
    expect(await page()).not.toContain("better");
  });
});
