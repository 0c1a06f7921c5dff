import { afterEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { createSlackSource } from "../../../connectors/slack/source.ts";
import { ALL_SCOPES, type SlackStandIn, startSlackStandIn } from "../../../tools/stand-ins/slack/slack-stand-in.ts";
import { newId } from "../../db/new-id.ts";
import { sealChatFields } from "../../integrations/credentials.ts";
import { buildChatIntegration } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";

const TOKEN = "xoxb-token-of-many";

describe("A Slack team of very many channels", () => {
  let slack: SlackStandIn;
  let test: TestApp;
  let person: SignedIn;
  /** The clock of Slack and the source. It advances only while the source waits for Slack. */
  let now = Date.parse("2026-11-23T12:00:00Z");
  let goOn = () => {};

  async function start(count: number) {
    const named = (_: unknown, n: number) => ({
      id: `C${n}`,
      name: `room-${n}`,
      is_member: n === count - 1,
      messages: [],
    });
    slack = await startSlackStandIn({
      now: () => now,
      teams: [
        {
          team: { id: "T1", name: "Acme", domain: "acme" },
          botToken: TOKEN,
          scopes: ALL_SCOPES,
          users: [{ id: "U1", name: "ada" }],
          channels: [
            ...Array.from({ length: count }, named),
            { id: "COLD", name: "old-times", is_archived: true, messages: [] },
          ],
        },
      ],
    });
    const waited = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const source = createSlackSource({
      fetch,
      apiBaseUrl: slack.apiBaseUrl,
      clock: () => now,
      sleep: async (ms) => {
        await waited;
        now += ms;
      },
    });
    const connectors = createConnectors({ fetch, slackDistribution: "internal" });
    connectors.sources.slack = source as unknown as typeof connectors.sources.slack;
    test = await createTestApp({ connectors });
    person = await test.signIn();
    const row = { workspaceId: person.viewer.workspaceId, id: newId(), platform: "slack" as const };
    const given = { botToken: TOKEN, signingSecret: "0123456789abcdef0123456789abcdef" };
    const stored = sealChatFields(test.deps.secrets, { ...row, config: {}, secrets: {} }, given);
    await buildChatIntegration(test.db, { ...row, ...stored, name: "Acme", teamId: "T1" });
    return row.id;
  }
  afterEach(async () => {
    goOn();
    await test.close();
    await slack.close();
  });

  const read = async (url: string) => (await person.inject({ url })).json();
  const offered = () => read("/api/slack/channels");
  const listing = () => read("/api/slack/channels/reading");
  const lists = () => slack.calls.filter(({ path }) => path.includes("conversations.list"));
  const idsOf = (channels: { id: string }[]) => new Set(channels.map(({ id }) => id));

  it("of 4,100 is listed whole, without archived ones, and read once for everybody who looks", async () => {
    await start(4_100);
    const [one, other] = await Promise.all([offered(), offered()]);
    expect([idsOf(one).size, idsOf(other).size, idsOf(one).has("COLD")]).toEqual([4_100, 4_100, false]);
    expect(await offered()).toHaveLength(4_100);
    expect(lists()).toHaveLength(5);
    expect(await listing()).toEqual({ isReading: false, found: 4_100, goesOnAt: null, trouble: null });
  });

  it("of 25,000 shows what Slack gave before its pause, says when it goes on, and is whole after that", async () => {
    await start(25_000);
    expect(await offered()).toHaveLength(20 * 999);
    expect(await listing()).toEqual({
      isReading: true,
      found: 20 * 999,
      goesOnAt: expect.stringMatching(/^\d{4}-.*Z$/),
      trouble: null,
    });
    expect(lists().at(-1)?.status).toBe(429);
    goOn();
    await expect.poll(async () => (await listing()).isReading).toBe(false);
    expect(idsOf(await offered()).size).toBe(25_000);
    expect(await listing()).toMatchObject({ found: 25_000, trouble: null });
  });

  it("is tested without its channels being listed", async () => {
    const id = await start(4_100);
    const tested = await person.inject({ method: "POST", url: `/api/collaboration-integrations/${id}/test` });
    expect(tested.json()).toEqual({
      success: true,
      message: expect.stringContaining("Connected to Acme"),
      warnings: [],
    });
    expect(lists()).toEqual([]);
  });

  it("says why when the rest could not be read after a pause, and begins again when somebody looks", async () => {
    await start(25_000);
    await offered();
    slack.fail({ match: "conversations.list", kind: { status: 200, body: { ok: false, error: "invalid_auth" } } });
    goOn();
    await expect.poll(listing).toMatchObject({ isReading: false });
    expect((await listing()).trouble).toContain("Acme: Slack does not accept the bot token.");
    now += 60_000;
    expect((await offered()).length).toBeGreaterThan(0);
    await expect.poll(listing).toMatchObject({ isReading: false, found: 25_000, trouble: null });
  });
});
