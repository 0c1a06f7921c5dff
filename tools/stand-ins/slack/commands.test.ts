import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { signatureHeaders } from "./event-deliveries.ts";
import { ALL_SCOPES, type SlackTeamData, startSlackStandIn } from "./slack-stand-in.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const SECRET = "commands-secret";
const TYPED = { channelId: "C1", user: "U1", command: "/lorekeep", text: "is 1 < 2?" };
const OK = { response_type: "ephemeral", text: "Looking." };

/** Starts a Slack stand-in with an app that responds to each command with this value. */
async function start(acknowledges: unknown, data: Partial<SlackTeamData> = {}) {
  const received: { path: string | undefined; isSigned: boolean; fields: Record<string, string> }[] = [];
  const app = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks).toString();
    const at = Number(request.headers["x-slack-request-timestamp"]) * 1000;
    const isSigned = signatureHeaders(raw, SECRET, at)["x-slack-signature"] === request.headers["x-slack-signature"];
    received.push({ path: request.url, isSigned, fields: Object.fromEntries(new URLSearchParams(raw)) });
    response.end(acknowledges === null ? "" : JSON.stringify(acknowledges));
  });
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
  closing.push(() => new Promise((resolve) => app.close(resolve)));
  const slack = await startSlackStandIn({
    eventsTo: `http://127.0.0.1:${(app.address() as AddressInfo).port}/api/slack/events`,
    signingSecret: SECRET,
    teams: [
      {
        team: { id: "T1", name: "Acme", domain: "acme" },
        botToken: "xoxb-1",
        scopes: ALL_SCOPES,
        users: [{ id: "U1", name: "ana" }],
        channels: [{ id: "C1", name: "general", messages: [] }],
        ...data,
      },
    ],
  });
  closing.push(() => slack.close());
  const answer = async (body: unknown, url = received[0]?.fields["response_url"] ?? "") =>
    (await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) }))
      .status;
  return { slack, received, answer };
}

it("A command is a signed form, and only the person who typed it sees the app's responses", async () => {
  const { slack, received, answer } = await start(OK);
  await slack.command("T1", TYPED);
  const { fields, ...how } = received[0] ?? { fields: {} };
  expect(how).toEqual({ path: "/api/slack/commands", isSigned: true });
  expect(fields).toMatchObject({
    command: "/lorekeep",
    text: "is 1 &lt; 2?",
    team_id: "T1",
    channel_id: "C1",
    channel_name: "general",
    user_id: "U1",
    response_url: expect.stringContaining(`${slack.url}/commands/T1/`),
  });
  expect(await answer({ ...OK, text: "Yes.", replace_original: false })).toBe(200);
  expect(slack.privateAnswers).toMatchObject([
    { user: "U1", channelId: "C1", text: "Looking." },
    { user: "U1", channelId: "C1", text: "Yes." },
  ]);
  expect(slack.team("T1").channel("C1").messages).toEqual([]);
});

it("A response that everybody would see, an empty response and a sixth response are refused", async () => {
  const { slack, answer, received } = await start(null);
  await slack.command("T1", TYPED);
  const good = { ...OK, replace_original: false };
  expect(await answer({ ...good, response_type: "in_channel" })).toBe(400);
  expect(await answer({ ...good, text: "" })).toBe(400);
  expect(await answer(good, `${received[0]?.fields["response_url"]}x`)).toBe(404);
  for (let n = 0; n < 5; n++) expect(await answer(good)).toBe(200);
  expect(await answer(good)).toBe(404);
  expect(slack.privateAnswers).toHaveLength(5);
});

it("An app without the scope has no command, and a response that everybody would see is refused", async () => {
  const { slack } = await start(OK, { scopes: ALL_SCOPES.filter((scope) => scope !== "commands") });
  await expect(slack.command("T1", TYPED)).rejects.toThrow("missing_scope");
  const loud = await start({ ...OK, response_type: "in_channel" });
  await expect(loud.slack.command("T1", TYPED)).rejects.toThrow("ephemeral");
});

it("On the stand-in's page, a command is typed like a message, and the response says that only one person sees it", async () => {
  const blocks = [
    { type: "rich_text", elements: [{ type: "rich_text_section", elements: [{ type: "text", text: "<b>Hold it" }] }] },
  ];
  const { slack, received } = await start({ ...OK, blocks });
  const body = new URLSearchParams({ user: "U1", text: "/lorekeep how do I\nrestart it?" });
  await fetch(`${slack.url}/teams/T1/C1/post`, { method: "POST", body, redirect: "manual" });
  expect(received[0]?.fields).toMatchObject({ command: "/lorekeep", text: "how do I\nrestart it?" });
  const page = await (await fetch(`${slack.url}/teams/T1/C1`)).text();
  expect(page).toContain("Only <b>ana</b> sees this.");
  expect(page).toContain("&lt;b&gt;Hold it");
});

it("A shortcut is a signed request with its message, and only the person who chose it sees the response", async () => {
  const { slack, received, answer } = await start(null);
  const { ts } = slack.team("T1").post("C1", { user: "U1", text: "How?" });
  await slack.chooseShortcut("T1", { channelId: "C1", ts, user: "U1", callbackId: "make" });
  expect(received).toMatchObject([{ path: "/api/slack/interactions", isSigned: true }]);
  const payload = JSON.parse(received[0]?.fields["payload"] ?? "{}") as Record<string, unknown>;
  expect(payload).toMatchObject({
    type: "message_action",
    callback_id: "make",
    message_ts: ts,
    message: { text: "How?" },
    response_url: expect.stringContaining("/app-actions/T1/"),
  });
  expect(await answer({ ...OK, replace_original: false }, String(payload["response_url"]))).toBe(200);
  expect(slack.privateAnswers).toMatchObject([{ user: "U1", channelId: "C1", text: "Looking." }]);
});

it("A shortcut is offered only for an app with the scope 'commands', on existing messages", async () => {
  const { slack } = await start(null, { scopes: ["chat:write"] });
  const { ts } = slack.team("T1").post("C1", { user: "U1", text: "How?" });
  const chosen = { channelId: "C1", ts, user: "U1", callbackId: "make" };
  await expect(slack.chooseShortcut("T1", chosen)).rejects.toThrow("missing_scope");
  const { slack: other } = await start(null);
  await expect(other.chooseShortcut("T1", chosen)).rejects.toThrow("no such message");
});
