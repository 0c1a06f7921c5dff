import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import type { WikiFinding } from "../../shared/contract/wiki-findings.ts";
import { conversations, runs, wikiFindings, wikiPages } from "../db/schema.ts";
import { buildChannel, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { buildFinding } from "../wiki/testing/wiki-rows.ts";

let test: TestApp;
let workspaceId: string;
let owner: SignedIn;
let editor: SignedIn;
let finding: Awaited<ReturnType<typeof buildFinding>>;

const connectors = createConnectors({ fetch: createSafeFetch({ allow: [] }), slackDistribution: "internal" });
beforeAll(async () => void (test = await createTestApp({ connectors })));
afterAll(() => test.close());

beforeEach(async () => {
  const user = await buildUser(test.db);
  ({ workspaceId } = user);
  owner = await test.signIn(user);
  editor = await test.signIn(await buildUser(test.db, { workspaceId, membership: "editor" }));
  const { id: channelId } = await buildChannel(test.db, { workspaceId, name: "goods-in" });
  finding = await buildFinding(test.db, workspaceId, { channelId });
});

const list = async (by: SignedIn) => (await by.inject({ url: "/api/wiki-findings" })).json<WikiFinding[]>();
const counted = async (by: SignedIn) =>
  (await by.inject({ url: "/api/inbox" })).json<{ aboutWiki: number }>().aboutWiki;
const decide = async (by: SignedIn, choice: string) =>
  (await by.inject({ method: "POST", url: `/api/wiki-findings/${finding.id}/decide`, payload: { choice } })).statusCode;
const row = async () => (await test.db.select().from(wikiFindings).where(eq(wikiFindings.id, finding.id)))[0];

describe("What the chat says otherwise than the wiki", () => {
  it("waits in the inbox with both texts, who said it, when, and the page's last change", async () => {
    expect(await list(editor)).toMatchObject([
      {
        id: finding.id,
        kind: "contradicts",
        page: { title: "Goods in", editedBy: "Moira Tennant", editedAt: "2026-03-09T08:12:00.000Z" },
        oldText: "Suppliers deliver until 13:30.",
        fresh: [{ text: "Suppliers deliver until 14:00 now." }],
        saidBy: [{ authorName: "Grace Hopper", channelName: "goods-in" }],
        times: 1,
        choices: ["page-is-right", "ignore", "own-article"],
        update: { version: "1", position: 0, text: "Suppliers deliver until 14:00 now." },
      },
    ]);
    expect(await counted(editor)).toBe(1);
  });

  it("is decided once, by those who may decide the inbox and may read the page", async () => {
    const reader = await test.signIn(await buildUser(test.db, { workspaceId, membership: "viewer" }));
    expect(await decide(reader, "page-is-right")).toBe(403);
    await test.db.update(wikiPages).set({ readers: "unknown" }).where(eq(wikiPages.id, finding.pageId));
    expect([await decide(editor, "page-is-right"), await list(editor), await counted(editor)]).toEqual([404, [], 0]);
    expect(await decide(owner, "page-is-right")).toBe(200);
    expect(await row()).toMatchObject({ state: "decided", choice: "page-is-right", decidedBy: owner.viewer.userId });
    expect([await decide(owner, "ignore"), await list(owner), await counted(owner)]).toEqual([404, [], 0]);
  });

  it("becomes an article at a person's wish: its conversation is judged again", async () => {
    expect(await decide(editor, "own-article")).toBe(200);
    const isIt = eq(conversations.id, finding.conversationId);
    expect(await test.db.select().from(conversations).where(isIt)).toMatchObject([{ fingerprint: "" }]);
    const started = await test.db.select().from(runs).where(eq(runs.workspaceId, workspaceId));
    expect(started).toMatchObject([{ kind: "analyse", requestedBy: editor.viewer.userId }]);
  });

  it("changes no page, whatever is decided", async () => {
    const pages = () => test.db.select().from(wikiPages).where(eq(wikiPages.workspaceId, workspaceId));
    const before = await pages();
    for (const choice of ["page-is-right", "ignore", "own-article"]) {
      await test.db.update(wikiFindings).set({ state: "open", choice: null }).where(eq(wikiFindings.id, finding.id));
      expect(await decide(owner, choice)).toBe(200);
      expect(await pages()).toEqual(before);
    }
  });
});
