import { afterEach, describe, expect, it } from "vitest";
import { ALL_PERMISSIONS, startTeamsStandIn, type TeamsStandIn } from "../../tools/stand-ins/teams/teams-stand-in.ts";
import { CONNECTION_SWITCHED_OFF, type ConnectionListener } from "../chat-source.ts";
import type { TeamsConfig } from "./manifest.ts";
import { createTeamsSource } from "./source.ts";

const DAY = 86_400_000;
const CONFIG: TeamsConfig = { tenantId: "tenant-1", appId: "app-1", appSecret: "s3cret-value", teamId: "T" };
const ADDRESS = "https://lorekeep.acme.com/api/chat-notifications/teams/abc";
const idOf = (name: string) => `19:${name}@thread.tacv2`;

const open: TeamsStandIn[] = [];
afterEach(async () => {
  for (const standIn of open.splice(0)) await standIn.close();
});

/**
 * Starts a Teams stand-in whose address validation is answered, and the code that maintains subscriptions. The test
 * controls the time.
 */
async function teams({ answer = (token: string) => token } = {}) {
  let now = Date.UTC(2026, 5, 1);
  const standIn: TeamsStandIn = await startTeamsStandIn({
    tenantId: "tenant-1",
    apps: ["app-1", "app-2"].map((appId) => ({ appId, secret: "s3cret-value", permissions: ALL_PERMISSIONS })),
    teams: [
      {
        id: "T",
        displayName: "Acme",
        people: [{ id: "u-ana", name: "Ana" }],
        channels: ["one", "two", "three"].map((name) => ({ id: idOf(name), displayName: name })),
      },
    ],
    now: () => now,
  });
  standIn.subscriptions.answerValidation = answer;
  open.push(standIn);
  const source = createTeamsSource({
    fetch,
    apiBaseUrl: standIn.apiBaseUrl,
    loginUrl: standIn.loginUrl,
    isUnlimited: true,
    time: { now: () => now, sleep: async () => {} },
    liveTimes: { channelsEveryMs: 5, lookEveryMs: 600_000, lookAgainMs: 120_000 },
  });
  const channelIds = ["T/19:one@thread.tacv2", "T/19:two@thread.tacv2"];
  const behind: string[] = [];
  const said: (string | null)[] = [];
  const ends = new AbortController();
  const listener: ConnectionListener = {
    onEvent: async () => {},
    onInteraction: async () => null,
    onConnected: () => void said.push(null),
    onDisconnected: (trouble) => void said.push(trouble),
    listChannels: async () => [...channelIds],
    address: {
      url: ADDRESS,
      proofOf: (channelId) => `proof of ${channelId}`,
      listTold: async () => [],
      isSharedBy: async () => false,
      onBehind: async (channelId) => void behind.push(channelId),
    },
    signal: ends.signal,
  };
  const ofChannel = (name: string) => standIn.subscriptions.of(standIn.channel(idOf(name)));
  return {
    standIn,
    channelIds,
    behind,
    said,
    ofChannel,
    pass: (ms: number) => {
      now += ms;
    },
    listen: (config: TeamsConfig = CONFIG) => source.live?.connection.listen(config, listener),
    end: () => ends.abort(CONNECTION_SWITCHED_OFF),
    tries: () => standIn.calls.filter(({ method, path }) => method === "POST" && path.endsWith("/subscriptions")),
  };
}

const until = (what: () => unknown) => expect.poll(what).toBeTruthy();

describe("the subscriptions of Microsoft Teams", () => {
  it("are created with the proof of their channel, mark the channel as unread once, and are removed when they are switched off", async () => {
    const { listen, end, said, behind, ofChannel, channelIds } = await teams();
    const listening = listen();
    await until(() => said.length > 0);
    expect(said).toEqual([null]);
    expect(behind).toEqual(channelIds);
    expect(ofChannel("one")).toMatchObject({ clientState: `proof of ${channelIds[0]}`, notificationUrl: ADDRESS });
    expect(ofChannel("three")).toBeUndefined();
    end();
    await listening;
    expect([ofChannel("one"), ofChannel("two")]).toEqual([undefined, undefined]);
  });

  it("of channels that are no longer monitored are removed; another program's stay and are reported as blocking", async () => {
    const { listen, end, said, ofChannel, channelIds, standIn } = await teams();
    const app = { appId: "app-1", secret: "", permissions: [] };
    const foreign = {
      changeType: "created",
      clientState: "x",
      notificationUrl: "https://other.acme.com/hook",
      resource: `/teams/T/channels/${idOf("two")}/messages`,
      expirationDateTime: new Date(Date.UTC(2026, 5, 1) + 3_000_000).toISOString(),
    };
    await standIn.subscriptions.create(app, foreign, () => standIn.channel(idOf("two")));
    const listening = listen();
    await until(() => said.length > 0);
    expect(said[0]).toMatch(/^In 1 of 2 channels: .*app registration of its own for Lorekeep/);
    expect(ofChannel("two")?.notificationUrl).toBe(foreign.notificationUrl);
    channelIds.splice(0, 1);
    await until(() => ofChannel("one") === undefined);
    end();
    await listening;
    expect(ofChannel("two")).toBeDefined();
  });

  it("are checked every ten minutes, renewed in the second half of their life, and created again if they are gone", async () => {
    const { listen, end, said, pass, ofChannel, behind, standIn } = await teams();
    void listen();
    await until(() => said.length === 1);
    const first = ofChannel("one");
    const ends = Date.parse(first?.expirationDateTime ?? "");
    pass(1.4 * DAY);
    await until(() => said.length === 2);
    expect(Date.parse(first?.expirationDateTime ?? "")).toBe(ends);
    pass(0.2 * DAY);
    await until(() => said.length === 3);
    expect(Date.parse(first?.expirationDateTime ?? "")).toBeGreaterThan(ends + DAY);
    standIn.subscriptions.end(standIn.channel(idOf("one")));
    pass(600_000);
    await until(() => said.length === 4);
    expect(ofChannel("one")?.id).not.toBe(first?.id);
    expect(behind).toHaveLength(3);
    end();
  });

  it("are tried less and less often, down to once a day, while Microsoft gets a wrong response from the address", async () => {
    const { listen, end, said, pass, tries } = await teams({ answer: () => "a page of the proxy" });
    void listen();
    await until(() => said.length === 1);
    expect(said[0]).toContain("Microsoft cannot reach https://lorekeep.acme.com");
    for (let wait = 120_000; wait < 4 * DAY; wait *= 2) {
      const interval = Math.min(wait, DAY);
      const before = tries().length;
      pass(interval - 1);
      await new Promise((resolve) => setTimeout(resolve, 40));
      expect([interval, tries().length]).toEqual([interval, before]);
      pass(1);
      await expect.poll(() => [interval, said.length]).toEqual([interval, before + 1]);
      expect(tries()).toHaveLength(before + 1);
    }
    end();
  });
});
