import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { articles, runs } from "../../db/schema.ts";
import { type MonitoredChannel, openTeamsStage, PUBLIC_URL, type TeamsStage, WAIT } from "./testing/teams-stage.ts";

const DAY = 86_400_000;

let stage: TeamsStage;
beforeAll(async () => {
  stage = await openTeamsStage();
});
beforeEach(() => stage.hold());
afterEach(async () => {
  await stage.stopHolding();
  stage.isReachable = true;
  Object.assign(stage.microsoft.subscriptions, { lost: 0, copies: 1, delay: 0 });
  stage.microsoft.clearFaults();
});
afterAll(() => stage.close());

/** Waits until the channel is monitored, and the check after a new subscription has ended. */
async function followed(options?: Parameters<TeamsStage["monitor"]>[0]): Promise<MonitoredChannel> {
  const channel = await stage.monitor(options);
  await channel.isFollowed();
  await vi.waitFor(async () => expect(await openRuns(channel)).toEqual([]), WAIT);
  return channel;
}

async function openRuns({ workspaceId }: MonitoredChannel) {
  const all = await stage.db.select().from(runs).where(eq(runs.workspaceId, workspaceId));
  if (all.length === 0) return ["none yet"];
  return all.filter(({ state }) => state === "queued" || state === "running");
}

const deliver = async (url: string, payload: string | object, query = "") => {
  const answer = await stage.app.inject({
    method: "POST",
    url: `${new URL(url).pathname}${query}`,
    headers: { "content-type": "application/json; charset=utf-8" },
    payload: typeof payload === "string" ? payload : JSON.stringify(payload),
  });
  return { status: answer.statusCode, body: answer.body, type: answer.headers["content-type"] };
};

const notificationOf = (channel: MonitoredChannel, id: string, more: object = {}) => ({
  subscriptionId: channel.subscription()?.id,
  clientState: channel.subscription()?.clientState,
  changeType: "created",
  resource: `teams('team-1')/channels('${channel.place.data.id}')/messages('${id}')`,
  ...more,
});

describe("Of each monitored channel of Microsoft Teams a subscription is kept", () => {
  it("that is made without the messages' words, and what was said before it is read", async () => {
    const place = stage.newPlace();
    place.post({ userId: "u-ana", content: "said before" });
    const channel = await stage.monitor({ place });
    await channel.isRead(["said before"]);
    const made = channel.subscription();
    const address = new RegExp(`^${PUBLIC_URL}/api/chat-notifications/teams/[\\w-]{43}$`);
    expect(made?.notificationUrl).toMatch(address);
    expect(made).toMatchObject({
      changeType: "created,updated,deleted",
      lifecycleNotificationUrl: made?.notificationUrl,
      resource: `/teams/team-1/channels/${place.data.id}/messages`,
    });
    expect(Date.parse(made?.expirationDateTime ?? "")).toBeGreaterThan(Date.now() + 2.5 * DAY);
    await vi.waitFor(async () => expect(await channel.arrival()).toEqual({ isAtOnce: true, why: null }), WAIT);
    expect(await channel.reading()).toMatchObject({ isLive: true, liveTrouble: null });
  });

  it("that is renewed at half its life, and left alone before", async () => {
    const channel = await followed();
    const made = channel.subscription();
    const renewals = () => stage.microsoft.calls.filter(({ method }) => method === "PATCH").length;
    const before = renewals();
    await stage.stopHolding();
    if (made) made.expirationDateTime = new Date(Date.now() + 1.6 * DAY).toISOString();
    stage.hold();
    await vi.waitFor(async () => expect((await channel.arrival()).isAtOnce).toBe(true), WAIT);
    expect(renewals()).toBe(before);
    await stage.stopHolding();
    if (made) made.expirationDateTime = new Date(Date.now() + DAY).toISOString();
    stage.hold();
    await vi.waitFor(
      () => expect(Date.parse(made?.expirationDateTime ?? "")).toBeGreaterThan(Date.now() + 2 * DAY),
      WAIT,
    );
    expect(channel.subscription()?.id).toBe(made?.id);
  });

  it("that goes with the channel, with the integration and when it is switched off; others of the app stay", async () => {
    const [one, two, three] = [await followed(), await followed({ config: { appId: "app-2" } }), await followed()];
    await one.changeChannel({ isActive: false });
    await vi.waitFor(() => expect(one.subscription()).toBeUndefined(), WAIT);
    await two.changeIntegration({ isActive: false });
    await vi.waitFor(() => expect(two.subscription()).toBeUndefined(), WAIT);
    expect(three.subscription()).toBeDefined();
    await three.removeIntegration();
    await vi.waitFor(() => expect(three.subscription()).toBeUndefined(), WAIT);
    await one.changeChannel({ isActive: true });
    await one.isFollowed();
  });

  it("that two workspaces with the same app share, and stays until neither monitors the channel", async () => {
    const one = await followed();
    const two = await stage.monitor({ place: one.place });
    await vi.waitFor(async () => expect((await two.arrival()).isAtOnce).toBe(true), WAIT);
    one.place.post({ userId: "u-ana", content: "to both" });
    await Promise.all([one.isRead(["to both"]), two.isRead(["to both"])]);
    await one.removeIntegration();
    one.place.post({ userId: "u-bo", content: "to one" });
    await two.isRead(["to both", "to one"]);
    await two.removeIntegration();
    await vi.waitFor(() => expect(two.subscription()).toBeUndefined(), WAIT);
  });

  it("unless a permission is missing: connecting is refused and says which", async () => {
    const refusal: unknown = await stage.monitor({ config: { appId: "app-lists" } }).catch((error: unknown) => error);
    expect(refusal).toMatchObject({
      actual: expect.arrayContaining([expect.stringContaining("ChannelMessage.Read.All")]),
    });
  });

  it("unless Microsoft cannot reach the address: the integration says it, the channel and the status do not", async () => {
    stage.isReachable = false;
    const channel = await stage.monitor();
    const why = `Microsoft cannot reach ${PUBLIC_URL} from the internet. It is tried again by itself, in the end once a day.`;
    await vi.waitFor(async () => expect(await channel.arrival()).toEqual({ isAtOnce: false, why }), WAIT);
    expect(await channel.reading()).toMatchObject({ isLive: false, liveTrouble: null });
    const status = await channel.person.inject({ url: "/api/status" });
    expect(status.body).toContain("areas");
    const { areas } = status.json();
    const reading = areas.find(({ key }: { key: string }) => key === "reading");
    expect(reading.entries).toContainEqual(expect.objectContaining({ state: "fine", text: why }));
    const tries = () =>
      stage.microsoft.calls.filter((one) => one.method === "POST" && one.path.endsWith("subscriptions"));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(tries().filter(({ body }) => JSON.stringify(body).includes(channel.place.data.id)).length).toBeLessThan(5);
    channel.place.post({ userId: "u-ana", content: "found by a check" });
    await channel.analyse();
    expect(await channel.texts()).toEqual(["found by a check"]);
  });
});

describe("What Microsoft Teams tells", () => {
  it("is answered before it is worked on, and read message by message: said, answered, edited, reacted to, deleted", async () => {
    const channel = await followed();
    const { place } = channel;
    const [deltas, before] = [channel.deltas(), stage.microsoft.subscriptions.answers.length];
    const question = place.post({ userId: "u-ana", content: "<p>KNOW how is it reset?</p>" });
    const answer = place.post({ userId: "u-bo", content: "Hold the button", replyTo: question });
    await channel.isRead(["KNOW how is it reset?", "Hold the button"]);
    place.edit(question, "<p>KNOW how is the modem reset?</p>");
    place.edit(answer, "Hold both buttons");
    await channel.isRead(["KNOW how is the modem reset?", "Hold both buttons"]);
    place.react(answer);
    const rows = await channel.rows();
    expect(rows.map(({ threadId }) => threadId)).toEqual([question, question]);
    place.delete(answer);
    await channel.isRead(["KNOW how is the modem reset?"]);
    expect(channel.deltas()).toBe(deltas);
    const answers = stage.microsoft.subscriptions.answers.slice(before);
    expect(new Set(answers)).toEqual(new Set([202]));
  });

  it("changes an article without a check", async () => {
    const place = stage.newPlace();
    const at = Date.now() - DAY;
    const question = place.post({ userId: "u-ana", content: "KNOW how is it reset?", at });
    const answer = place.post({ userId: "u-bo", content: "Hold the button", replyTo: question, at });
    const channel = await followed({ place });
    const article = async () =>
      (await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId)))[0]?.bodyText;
    await vi.waitFor(async () => expect(await article()).toContain("Hold the button"), WAIT);
    place.edit(answer, "Hold both buttons");
    await vi.waitFor(async () => expect(await article()).toContain("Hold both buttons"), WAIT);
  });

  it("counts once when it comes twice and late", async () => {
    const channel = await followed();
    Object.assign(stage.microsoft.subscriptions, { copies: 3, delay: 200 });
    const id = channel.place.post({ userId: "u-ana", content: "said once" });
    channel.place.edit(id, "said once, edited");
    await channel.isRead(["said once, edited"]);
    await vi.waitFor(async () => expect(await channel.events()).toHaveLength(6), WAIT);
    expect(await channel.rows()).toHaveLength(1);
  });

  it("is found by a check when it was lost", async () => {
    const channel = await followed();
    stage.microsoft.subscriptions.lost = 2;
    const id = channel.place.post({ userId: "u-ana", content: "never told" });
    channel.place.edit(id, "never told, edited");
    channel.place.post({ userId: "u-bo", content: "told" });
    await channel.isRead(["told"]);
    await channel.analyse();
    expect((await channel.texts()).sort()).toEqual(["never told, edited", "told"]);
  });

  it("of many messages in a moment is read by one check instead of one by one", async () => {
    const channel = await followed();
    const ids = Array.from({ length: 40 }, (_, n) => channel.place.post({ userId: "u-ana", content: `message ${n}` }));
    const gets = channel.gets();
    const value = ids.map((id) => notificationOf(channel, id));
    expect(await deliver(channel.subscription()?.notificationUrl ?? "", { value })).toMatchObject({ status: 202 });
    await vi.waitFor(async () => expect(await channel.rows()).toHaveLength(40), WAIT);
    expect(channel.deltas()).toBeGreaterThan(0);
    expect(channel.gets() - gets).toBeLessThan(40);
  });

  it("of messages that are known is applied while monitoring is by hand, and new ones wait for a person", async () => {
    const place = stage.newPlace();
    const id = place.post({ userId: "u-ana", content: "known" });
    const channel = await stage.monitor({ place, mode: "manual" });
    await channel.analyse();
    await channel.isFollowed();
    place.edit(id, "known, edited");
    place.post({ userId: "u-bo", content: "new" });
    await channel.isRead(["known, edited"]);
    await vi.waitFor(async () => expect(await channel.reading()).toMatchObject({ waiting: { messages: 1 } }), WAIT);
    expect(await channel.texts()).toEqual(["known, edited"]);
  });
});

describe("What somebody else sends to the address", () => {
  it("asking for validation is answered as plain text, bounded, and holds nothing that a browser would run", async () => {
    const address = `${PUBLIC_URL}/api/chat-notifications/teams/anything`;
    const ask = (token: string) => deliver(address, "", `?validationToken=${encodeURIComponent(token)}`);
    expect(await ask("Validation: it is 100% me")).toEqual({
      status: 200,
      body: "Validation: it is 100% me",
      type: "text/plain; charset=utf-8",
    });
    expect((await ask("<script>alert('1')</script>")).body).toBe("&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;");
    expect(await ask("x".repeat(5_000))).toMatchObject({ status: 202, body: "" });
  });

  it("without the right proof, of another channel, address or platform, or no notification, changes nothing and is told nothing", async () => {
    const [channel, other] = [await followed(), await followed({ config: { appId: "app-2" } })];
    const url = channel.subscription()?.notificationUrl ?? "";
    const id = channel.place.post({ userId: "u-ana", content: "told rightly" });
    await channel.isRead(["told rightly"]);
    const before = [await channel.events(), await other.events()];
    const right = notificationOf(channel, id);
    const forged = [
      [url, { value: [{ ...right, clientState: "A".repeat(43) }] }],
      [url, { value: [{ ...right, clientState: "" }] }],
      [url, { value: [{ ...right, clientState: undefined }] }],
      [url, { value: [notificationOf(other, id, { clientState: right.clientState })] }],
      [other.subscription()?.notificationUrl ?? "", { value: [right] }],
      [url.replace("/teams/", "/slack/"), { value: [right] }],
      [url.replace("/teams/", "/nobody/"), { value: [right] }],
      [`${url}x`, { value: [right] }],
      [url, { value: [{ ...right, resource: "users('1')/messages('2')" }, null, 7] }],
      [url, "not json"],
      [url, "[]"],
    ] as const;
    for (const [address, body] of forged) expect(await deliver(address, body)).toMatchObject({ status: 202, body: "" });
    expect([await channel.events(), await other.events()]).toEqual(before);
    expect(await deliver(url, { value: [right] })).toMatchObject({ status: 202, body: "" });
    expect(await channel.events()).toHaveLength((before[0]?.length ?? 0) + 1);
  });

  it("reaches no other workspace that knows the channel by another app", async () => {
    const channel = await followed();
    const other = await stage.monitor({ place: channel.place, config: { appId: "app-2" } });
    const value = [notificationOf(channel, channel.place.post({ userId: "u-ana", content: "hello" }))];
    await deliver(channel.subscription()?.notificationUrl ?? "", { value });
    await channel.isRead(["hello"]);
    const toOther = (await other.events()).filter(({ payload }) => payload !== null);
    expect(toOther.length).toBeLessThanOrEqual(1);
  });
});

describe("What Microsoft Teams says of a subscription", () => {
  it("that it wants it renewed: it is renewed at once", async () => {
    const channel = await followed();
    const made = channel.subscription();
    const end = new Date(Date.now() + 2.2 * DAY).toISOString();
    if (made) made.expirationDateTime = end;
    stage.microsoft.subscriptions.tellLifecycle(channel.place, "reauthorizationRequired");
    await vi.waitFor(() => expect(channel.subscription()?.expirationDateTime).not.toBe(end), WAIT);
    expect(channel.subscription()?.id).toBe(made?.id);
  });

  it("that it is removed: another one is made, and what was said meanwhile is read", async () => {
    const channel = await followed();
    const first = channel.subscription()?.id;
    stage.microsoft.subscriptions.lost = 1;
    channel.place.post({ userId: "u-ana", content: "said meanwhile" });
    stage.microsoft.subscriptions.tellLifecycle(channel.place, "subscriptionRemoved");
    await vi.waitFor(() => expect(channel.subscription()?.id).toMatch(/./), WAIT);
    expect(channel.subscription()?.id).not.toBe(first);
    await channel.isRead(["said meanwhile"]);
  });

  it("that something was missed: the channel is read at once", async () => {
    const channel = await followed();
    stage.microsoft.subscriptions.lost = 1;
    channel.place.post({ userId: "u-ana", content: "missed" });
    stage.microsoft.subscriptions.tellLifecycle(channel.place, "missed");
    await channel.isRead(["missed"]);
  });
});

it("Where the installation's address is of one network, nothing is asked of Microsoft, and the integration says so once", async () => {
  const inside = await openTeamsStage("https://lorekeep.corp");
  try {
    inside.hold();
    const channel = await inside.monitor();
    expect(await channel.arrival()).toEqual({
      isAtOnce: false,
      why: "Microsoft Teams cannot reach https://lorekeep.corp. It needs an address with https on the internet.",
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(inside.microsoft.calls.filter(({ path }) => path.includes("subscriptions"))).toEqual([]);
    expect(await channel.reading()).toMatchObject({ isLive: false, liveTrouble: null });
    expect((await channel.log()).join()).not.toContain("reach");
  } finally {
    await inside.close();
  }
});
