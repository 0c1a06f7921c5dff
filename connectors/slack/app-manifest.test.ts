import { expect, it } from "vitest";
import { buildAppManifest, buildNewAppLink } from "./app-manifest.ts";
import { readDelivery } from "./delivery.ts";
import { BOT_EVENTS, BOT_SCOPES, SCOPES_OF_METHOD } from "./scopes.ts";
import { SLACK_SETUP_WAYS as ways } from "./setup-ways.ts";
import { BENCH_CONFIG, buildMessages, useSlack } from "./testing/slack-bench.ts";

const slack = useSlack();
const ADDRESS = "https://lorekeep.acme.com";
const manifestIn = (link: string) => {
  const { origin, pathname, searchParams } = new URL(link);
  expect([origin + pathname, searchParams.get("new_app")]).toEqual(["https://api.slack.com/apps", "1"]);
  return JSON.parse(searchParams.get("manifest_json") ?? "");
};

it("the link fills in an app whose events and button presses are sent to this address", () => {
  const app = manifestIn(buildNewAppLink(ADDRESS));
  expect(app).toEqual(buildAppManifest(ADDRESS));
  expect(app.settings).toMatchObject({
    event_subscriptions: { request_url: `${ADDRESS}/api/slack/events` },
    interactivity: { is_enabled: true, request_url: `${ADDRESS}/api/slack/interactions` },
    socket_mode_enabled: false,
    token_rotation_enabled: false,
  });
  expect(app.features.slash_commands).toMatchObject([{ command: "/lorekeep", url: `${ADDRESS}/api/slack/commands` }]);
  expect(app.oauth_config.redirect_urls).toEqual([`${ADDRESS}/api/connections/slack/callback`]);
});

it("the app is of Slack's type 'agent', so that people can write to it and Slack accepts its suggested questions", () => {
  const { agent_view: agent, app_home, shortcuts } = buildAppManifest(ADDRESS).features;
  expect(agent.agent_description.length).toBeLessThanOrEqual(300);
  expect(agent.suggested_prompts.length).toBeLessThanOrEqual(4);
  expect(app_home).toMatchObject({ messages_tab_enabled: true, messages_tab_read_only_enabled: false });
  for (const { name, description } of shortcuts) {
    expect(name.length).toBeLessThanOrEqual(24);
    expect(description.length).toBeLessThanOrEqual(150);
  }
});

it("the app uses Socket Mode without an address if Slack cannot reach the server", () => {
  const link = buildNewAppLink(null);
  expect(manifestIn(link).settings).toMatchObject({ interactivity: { is_enabled: true }, socket_mode_enabled: true });
  expect(link).not.toContain("request_url");
  expect(link).not.toContain("api%2Fslack");
});

it("the link contains no plus sign, which Slack's page would not decode", () => {
  expect(buildNewAppLink(ADDRESS)).not.toContain("+");
});

it.each([
  ["https://lorekeep.acme.com", "events"],
  ["http://lorekeep.acme.com", "socket"],
  ["https://localhost:3000", "socket"],
  ["https://10.0.0.4", "socket"],
  ["https://lorekeep", "socket"],
  ["https://lorekeep.acme.internal", "socket"],
])("at the address %s, the first offered way of setup is %s", (address, id) => {
  expect(ways.find(({ suits }) => suits(address))?.id).toBe(id);
});

const granted: string[] = BOT_SCOPES.map(({ scope }) => scope);

it("requests the scopes that its calls and events need, and no other scope", () => {
  const ofBot = Object.values(SCOPES_OF_METHOD)
    .flat()
    .filter((scope) => scope !== "connections:write");
  const used = new Set([...ofBot, ...Object.values(BOT_EVENTS).flat()]);
  const { slash_commands } = buildAppManifest(null).features;
  if (slash_commands.length > 0) used.add("commands");
  expect(granted.toSorted()).toEqual([...used].toSorted());
  expect(buildAppManifest(null).oauth_config.scopes.bot).toEqual(granted);
});

it("Slack refuses no call of Lorekeep if it grants only these scopes", async () => {
  const channels = [
    { id: "C1", name: "general", messages: buildMessages(2) },
    { id: "C2", name: "not-joined", is_member: false, messages: buildMessages(1) },
    { id: "G1", name: "board", is_private: true, messages: buildMessages(1) },
  ];
  const users = [{ id: "U1", name: "ana", email: "ana@acme.example" }];
  const { source } = await slack({ scopes: granted, channels, users });
  expect((await source.check(BENCH_CONFIG)).warnings).toEqual([]);
  const listed: string[] = [];
  for await (const page of source.listChannels(BENCH_CONFIG)) listed.push(...page.map(({ externalId }) => externalId));
  expect(listed).toEqual(["C1", "C2", "G1"]);
  for (const id of listed) {
    expect((await source.readMessages(BENCH_CONFIG, id, null)).messages.length).toBeGreaterThan(0);
    await source.findChannel?.(BENCH_CONFIG, id);
    await source.members?.list(BENCH_CONFIG, id);
  }
  expect(await source.members?.findPerson(BENCH_CONFIG, "ana@acme.example", "G1")).toMatchObject({ externalId: "U1" });
});

const inChannel = { channel: "C1", user: "U1" };
const SAMPLE: Record<string, object> = {
  "message.channels": { type: "message", channel_type: "channel", ...inChannel, ts: "1790000000.000100", text: "a" },
  "message.im": { type: "message", channel_type: "im", channel: "D1", user: "U1", ts: "1790000000.000100", text: "a" },
  "message.groups": { type: "message", channel_type: "group", ...inChannel, ts: "1790000000.000100", text: "a" },
  app_home_opened: { type: "app_home_opened", tab: "messages", channel: "D1", user: "U1" },
  tokens_revoked: { type: "tokens_revoked", tokens: { bot: ["UBOT"] } },
};

it.each(Object.keys(BOT_EVENTS))("subscribes to the event %s and accepts it", (name) => {
  const event = SAMPLE[name] ?? { type: name, ...inChannel };
  const authorizations = [{ team_id: "T1", user_id: "UBOT", is_bot: true }];
  const body = { type: "event_callback", team_id: "T1", event_id: "Ev1", event, authorizations };
  const { kind } = readDelivery(new TextEncoder().encode(JSON.stringify(body)));
  expect(kind).toBe(["message.im", "app_home_opened"].includes(name) ? "interaction" : "event");
});

it("each way of setup has only the listed steps, and ends with the values to enter", () => {
  for (const { steps } of ways) {
    expect(steps.length).toBeLessThanOrEqual(5);
    const words = steps.map(({ text }) => text).join(" ");
    for (const label of ["Bot Token", "Signing Secret"]) expect(words).toContain(label);
  }
  const [, socket] = ways;
  expect(socket?.steps.map(({ text }) => text).join(" ")).toContain("connections:write");
});
