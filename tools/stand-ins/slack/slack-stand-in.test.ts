import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { SocketModeClient } from "@slack/socket-mode";
import { WebClient } from "@slack/web-api";
import { afterEach, describe, expect, it } from "vitest";
import { launchTestBrowser } from "../../../web/testing/test-browser.ts";
import { signatureHeaders } from "./event-deliveries.ts";
import { ALL_SCOPES, type SlackStandInOptions, type SlackTeamData, startSlackStandIn } from "./slack-stand-in.ts";

const acme: SlackTeamData = {
  team: { id: "T1", name: "Acme", domain: "acme" },
  botToken: "xoxb-1",
  appToken: "xapp-1",
  scopes: ALL_SCOPES,
  users: [{ id: "U1", name: "ana", profile: { display_name: "Ana <b>" } }],
  channels: [
    { id: "C1", name: "general", messages: [{ ts: "1767225600.000100", user: "U1", text: "hello &lt;b&gt;" }] },
    { id: "C2", name: "closed", is_member: false, messages: [] },
  ],
};
const other: SlackTeamData = {
  ...acme,
  team: { id: "T2", name: "Other", domain: "other" },
  botToken: "xoxb-2",
  appToken: "xapp-2",
};

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function start(options: Partial<SlackStandInOptions> = {}) {
  const standIn = await startSlackStandIn({ teams: [acme, other], ...options });
  closing.push(() => standIn.close());
  return standIn;
}

interface Delivery {
  headers: IncomingHttpHeaders;
  raw: string;
  body: { type: string; challenge?: string; event: Record<string, unknown>; event_id: string };
}

/** Starts a receiver of events that responds with the given statuses in order, and then with 200. */
async function receiver(...statuses: number[]) {
  const received: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString();
    const body = JSON.parse(raw) as Delivery["body"];
    received.push({ headers: request.headers, raw, body });
    response.writeHead(statuses.shift() ?? 200).end(body.challenge ?? "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`, received };
}

describe("the Slack stand-in, to Slack's own client", () => {
  it("contains several teams, identified by their tokens", async () => {
    const { apiBaseUrl } = await start();
    for (const { botToken, team } of [acme, other])
      expect((await new WebClient(botToken, { slackApiUrl: apiBaseUrl }).auth.test()).team_id).toBe(team.id);
    const stranger = new WebClient("xoxb-3", { slackApiUrl: apiBaseUrl, retryConfig: { retries: 0 } });
    await expect(stranger.auth.test()).rejects.toMatchObject({ data: { error: "invalid_auth" } });
  });

  it("accepts queries, forms and JSON", async () => {
    const { apiBaseUrl } = await start();
    const headers = { authorization: "Bearer xoxb-1" };
    const url = `${apiBaseUrl}conversations.history`;
    const json = { ...headers, "content-type": "application/json" };
    const answers = await Promise.all([
      fetch(`${url}?channel=C1&limit=1`, { headers }),
      fetch(url, { method: "POST", headers, body: new URLSearchParams({ channel: "C1", limit: "1" }) }),
      fetch(url, { method: "POST", headers: json, body: JSON.stringify({ channel: "C1", limit: 1 }) }),
    ]);
    for (const answer of answers)
      expect(await answer.json()).toMatchObject({ ok: true, messages: [{ text: "hello &lt;b&gt;" }] });
  });

  it.each([
    ["channel_not_found", "conversations.history", { channel: "C9" }],
    ["not_in_channel", "conversations.history", { channel: "C2" }],
    ["thread_not_found", "conversations.replies", { channel: "C1", ts: "1.000000" }],
    ["invalid_cursor", "conversations.history", { channel: "C1", cursor: "x" }],
    ["invalid_ts_oldest", "conversations.history", { channel: "C1", oldest: "yesterday" }],
    ["invalid_limit", "conversations.list", { limit: 2000 }],
    ["user_not_found", "users.info", { user: "U9" }],
    ["unknown_method", "conversations.levitate", {}],
  ])("responds to %s like Slack", async (error, method, args) => {
    const client = new WebClient("xoxb-1", { slackApiUrl: (await start()).apiBaseUrl, retryConfig: { retries: 0 } });
    await expect(client.apiCall(method, args)).rejects.toMatchObject({ data: { ok: false, error } });
  });

  it("names the missing scope", async () => {
    const { apiBaseUrl } = await start({ teams: [{ ...acme, scopes: ["channels:read"] }] });
    const client = new WebClient("xoxb-1", { slackApiUrl: apiBaseUrl, retryConfig: { retries: 0 } });
    const data = { error: "missing_scope", needed: "channels:history", provided: "channels:read" };
    await expect(client.conversations.history({ channel: "C1" })).rejects.toMatchObject({ data });
  });

  it("demands a wait after a rate limit was exceeded", async () => {
    const { apiBaseUrl, limits } = await start();
    const client = new WebClient("xoxb-1", {
      slackApiUrl: apiBaseUrl,
      retryConfig: { retries: 0 },
      rejectRateLimitedCalls: true,
    });
    for (let call = 0; call < 20; call += 1) await client.users.list({});
    await expect(client.users.list({})).rejects.toMatchObject({ retryAfter: expect.any(Number) });
    for (let posted = 0; posted < 10; posted += 1) await client.chat.postMessage({ channel: "C1", text: "Again" });
    await expect(client.chat.postMessage({ channel: "C1", text: "One too many" })).rejects.toMatchObject({
      retryAfter: expect.any(Number),
    });
    limits.mode = "off";
    expect((await client.users.list({})).ok).toBe(true);
  });
});

describe("the stand-in's events", () => {
  it("are signed the way Slack publishes", () => {
    const body =
      "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
    const headers = signatureHeaders(body, "8f742231b10e8888abcd99yyyzzz85a5", 1_531_420_618_000);
    expect(headers["x-slack-signature"]).toBe("v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503");
  });

  it("report people's actions, signed and once", async () => {
    const { url, received } = await receiver();
    const standIn = await start({ eventsTo: url, signingSecret: "shh" });
    const team = standIn.team("T1");
    expect(await standIn.deliveries.verifyUrl()).toBe(true);
    const question = team.post("C1", { user: "U1", text: "how?" });
    const answer = team.reply("C1", question.ts, { user: "U1", text: "so" });
    team.edit("C1", answer.ts, "so!");
    team.delete("C1", question.ts);
    team.delete("C1", answer.ts);
    team.rename("C1", "all");
    team.archive("C1");
    team.leave("C1");
    team.post("C1", { user: "U1", text: "unheard: the bot has left" });
    await standIn.deliveries.settled();
    const kinds = received.slice(1).map(({ body: { event } }) => event["subtype"] ?? event["type"]);
    expect(kinds.toSorted()).toEqual([
      "channel_archive",
      "channel_rename",
      "member_left_channel",
      "message",
      "message",
      "message_changed",
      "message_changed",
      "message_deleted",
    ]);
    for (const { headers, raw } of received) {
      const at = Number(headers["x-slack-request-timestamp"]) * 1000;
      expect(headers["x-slack-signature"]).toBe(signatureHeaders(raw, "shh", at)["x-slack-signature"]);
    }
  });

  it("are sent again until they are accepted", async () => {
    const { url, received } = await receiver(500, 503);
    const standIn = await start({ eventsTo: url, retryDelaysMs: [0, 0, 0] });
    standIn.team("T1").post("C1", { user: "U1", text: "hi" });
    await standIn.deliveries.settled();
    expect(received.map(({ headers }) => headers["x-slack-retry-num"])).toEqual([undefined, "1", "2"]);
    expect(received[2]?.headers["x-slack-retry-reason"]).toBe("http_error");
    expect(new Set(received.map(({ body }) => body.event_id)).size).toBe(1);
  });
});

it("Socket Mode reaches Slack's own client, even after a reconnection", async () => {
  const standIn = await start();
  const client = new SocketModeClient({
    appToken: "xapp-1",
    clientPingTimeout: 200,
    clientOptions: { slackApiUrl: standIn.apiBaseUrl },
  });
  closing.push(() => client.disconnect());
  const next = () =>
    new Promise<string>((resolve) => {
      client.once("message", async ({ event, ack }: { event: { text: string }; ack: () => Promise<void> }) => {
        await ack();
        resolve(event.text);
      });
    });
  await client.start();
  const first = next();
  standIn.team("T2").post("C1", { user: "U1", text: "for another team" });
  standIn.team("T1").post("C1", { user: "U1", text: "live" });
  expect(await first).toBe("live");
  const connected = new Promise((resolve) => client.once("connected", resolve));
  standIn.socketMode.refresh(standIn.team("T1"));
  await connected;
  const second = next();
  standIn.team("T1").post("C1", { user: "U1", text: "again" });
  expect(await second).toBe("again");
});

describe("the stand-in's page", () => {
  it("shows channels and messages, with HTML in them as text", async () => {
    const { url } = await start();
    expect(await (await fetch(url)).text()).toContain("#general");
    const page = await (await fetch(`${url}/teams/T1/C1`)).text();
    expect(page).toContain("hello &lt;b&gt;");
    expect(page).toContain("Ana &lt;b&gt;");
  });

  it("lets a person write, edit and delete", async () => {
    const { url, team } = await start();
    const texts = () =>
      team("T1")
        .channel("C1")
        .messages.map(({ text }) => text);
    const send = (verb: string, form: Record<string, string>) =>
      fetch(`${url}/teams/T1/C1/${verb}`, { method: "POST", body: new URLSearchParams(form) });
    await send("post", { user: "U1", text: "a < b", thread_ts: "" });
    expect(texts()).toEqual(["hello &lt;b&gt;", "a &lt; b"]);
    const ts = team("T1").channel("C1").messages.at(-1)?.ts ?? "";
    await send("edit", { ts, text: "a > b" });
    expect(texts()).toEqual(["hello &lt;b&gt;", "a &gt; b"]);
    await send("delete", { ts });
    expect(texts()).toEqual(["hello &lt;b&gt;"]);
  });

  it("focuses the edit field of the message in its address", async () => {
    const { url, team } = await start();
    for (let index = 0; index < 60; index += 1) team("T1").post("C1", { user: "U1", text: `message ${index}` });
    const ts = team("T1").channel("C1").messages.at(30)?.ts ?? "";
    const browser = await launchTestBrowser();
    closing.push(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`${url}/workspaces/T1/archives/C1/p${ts.replace(".", "")}`);
    const field = page.getByLabel("New text").and(page.locator(":focus"));
    await expect.poll(() => field.inputValue()).toBe("message 29");
    expect(await page.locator("article:has(:focus)").getAttribute("id")).toBe(ts);
  });

  it("looks like a chat: threads below their message, edits in place, and a link to the resulting article", async () => {
    const { url, team, findArticlesWith } = await start();
    const root = team("T1").post("C1", { user: "U1", text: "How do I restart it?" });
    team("T1").post("C1", { user: "U1", text: "Hold the button.", thread_ts: root.ts });
    team("T1").post("C1", { user: "U1", text: "Another matter." });
    findArticlesWith(async ({ channelId, ts }) => (channelId === "C1" && ts === root.ts ? `${url}/?article` : null));
    const browser = await launchTestBrowser();
    closing.push(() => browser.close());
    const page = await browser.newPage();
    await page.goto(`${url}/teams/T1/C1`);
    const texts = await page.getByRole("article").locator("pre").allTextContents();
    expect(texts.slice(-3)).toEqual(["How do I restart it?", "Hold the button.", "Another matter."]);
    const question = page.getByRole("article").filter({ hasText: "How do I restart it?" });
    await question.hover();
    await question.getByText("Edit", { exact: true }).click();
    expect(await question.locator("pre").isVisible()).toBe(false);
    await question.getByLabel("New text").fill("How do I restart the gateway?");
    await question.getByRole("button", { name: "Save" }).click();
    await page.getByRole("status").getByRole("link", { name: "Open its article" }).click();
    await page.waitForURL(`${url}/?article`);
    await page.goto(`${url}/teams/T1/C1`);
    team("T1").post("C1", { user: "U1", text: "Hold *both* buttons.", thread_ts: root.ts });
    await page.locator("b", { hasText: "both" }).waitFor();
    await page.getByLabel("Message").last().fill("Thanks!");
    await page.keyboard.press("Enter");
    await page.locator("pre", { hasText: "Thanks!" }).waitFor();
    await page.getByText("2 replies").click();
    expect(await page.locator("pre", { hasText: "Hold the button." }).isVisible()).toBe(false);
    expect((await fetch(`${url}/teams/T1/C1/article?ts=1.1`)).status).toBe(404);
  });
});
