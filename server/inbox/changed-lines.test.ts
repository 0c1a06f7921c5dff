import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import type { InboxPage } from "../../shared/contract/inbox.ts";
import { versionOfRow, type WantedRow } from "../db/kept-rows.ts";
import { newId } from "../db/new-id.ts";
import { articles, channels, chatIntegrations, conversations, inboxItems, messages } from "../db/schema.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import { buildArticle, buildChannel, buildChatIntegration, buildMessage, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { listArticleHeads } from "./article-queries.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ connectors: createConnectors({ fetch, slackDistribution: "internal" }) });
});
afterAll(() => test.close());

const read = async (reader: SignedIn) => (await reader.inject({ url: "/api/inbox" })).json<InboxPage>().items;
const lineOf = async ({ person, kind }: { person: SignedIn; kind: string }) =>
  (await read(person)).find((item) => item.kind === kind);

const sentence = (text: string, more = {}) => ({
  form: "sentence" as const,
  text,
  language: null,
  sources: ["1"],
  ...more,
});
const body = (...statements: ReturnType<typeof sentence>[]) => [
  { role: "answer" as const, heading: null, layout: "prose" as const, statements },
];

/** An article in `state` whose message "1" its channel contains, with a proposal from the same conversation. */
async function waiting(state: "draft" | "review" | "stands" = "draft", values: object = {}) {
  const person = await test.signIn();
  const { workspaceId } = person.viewer;
  const { id: integrationId } = await buildChatIntegration(test.db, { workspaceId, teamUrl: "https://team.example/" });
  const { id: channelId } = await buildChannel(test.db, {
    workspaceId,
    integrationId,
    name: "support",
    externalId: "C1",
  });
  const { id: articleId } = await buildArticle(test.db, {
    workspaceId,
    channelId,
    state,
    title: "Restarts",
    ...values,
  });
  const conversation = { id: newId(), key: "one", messageCount: 1, fingerprint: "x" };
  const at = { firstAt: new Date(), lastAt: new Date() };
  await test.db.insert(conversations).values({ ...conversation, ...at, workspaceId, channelId, articleId });
  await buildMessage(test.db, { workspaceId, channelId, externalId: "1", authorName: "Ada", conversationKey: "one" });
  const fresh = { title: "Own title", summary: [], body: body(sentence("Wait a minute.")), tags: [], keywords: [] };
  const item = { id: newId(), kind: "proposal" as const, articleId, conversationId: conversation.id, subject: "x" };
  await test.db.insert(inboxItems).values({ ...item, fresh, workspaceId, confidence: 0.9 });
  const change = (to: Partial<typeof articles.$inferInsert>) =>
    test.db.update(articles).set(to).where(eq(articles.id, articleId));
  return { person, workspaceId, integrationId, channelId, articleId, change, fresh, itemId: item.id };
}
type Waiting = Awaited<ReturnType<typeof waiting>>;

const changeMessage = ({ channelId }: Waiting, to: Partial<typeof messages.$inferInsert>) =>
  test.db.update(messages).set(to).where(eq(messages.channelId, channelId));
const changeChannel = ({ channelId }: Waiting, to: Partial<typeof channels.$inferInsert>) =>
  test.db.update(channels).set(to).where(eq(channels.id, channelId));

interface Change {
  kind: string;
  state?: "draft" | "review" | "stands";
  values?: object;
  make: (of: Waiting) => PromiseLike<unknown>;
  /** Parts of the line. */
  before: object;
  after: object;
}

const CHANGES: Record<string, Change> = {
  "a draft's title": {
    kind: "draft",
    make: ({ change }) => change({ title: "Restarting" }),
    before: { article: { title: "Restarts" } },
    after: { article: { title: "Restarting" } },
  },
  "a draft's summary": {
    kind: "draft",
    make: ({ change }) => change({ summaryText: "Other words." }),
    before: { summary: "Restart the worker." },
    after: { summary: "Other words." },
  },
  "a draft's opening": {
    kind: "draft",
    make: ({ change }) => change({ bodyText: "Other words." }),
    before: { opening: "Restart the worker." },
    after: { opening: "Other words." },
  },
  "why a draft waits": {
    kind: "draft",
    make: ({ change }) => change({ stateReason: "It tells of a customer." }),
    before: { reason: expect.not.stringContaining("customer") },
    after: { reason: expect.stringContaining("It tells of a customer.") },
  },
  "a sentence that may have been corrected": {
    kind: "draft",
    make: ({ change }) => change({ body: body(sentence("Wait.", { doubt: "Corrected.", correctedBy: "1" })) }),
    before: { kind: "draft" },
    after: { corrected: [{ statement: { text: "Wait.", saidBy: [{ authorName: "Ada" }] }, doubt: "Corrected." }] },
  },
  "the name of a message's author": {
    kind: "draft",
    make: (of) => changeMessage(of, { authorName: "Grace" }),
    before: { saidBy: [{ authorName: "Ada" }] },
    after: { saidBy: [{ authorName: "Grace" }] },
  },
  "a deleted message": {
    kind: "draft",
    make: (of) => changeMessage(of, { deletedAt: new Date() }),
    before: { saidBy: [{ authorName: "Ada" }] },
    after: { saidBy: [] },
  },
  "the address of a message's platform": {
    kind: "draft",
    make: ({ integrationId }) =>
      test.db
        .update(chatIntegrations)
        .set({ teamUrl: "https://moved.example/" })
        .where(eq(chatIntegrations.id, integrationId)),
    before: { saidBy: [{ permalink: expect.stringContaining("team.example") }] },
    after: { saidBy: [{ permalink: expect.stringContaining("moved.example") }] },
  },
  "the name of a message's channel": {
    kind: "draft",
    make: (of) => changeChannel(of, { name: "helpdesk" }),
    before: { saidBy: [{ channelName: "support" }] },
    after: { saidBy: [{ channelName: "helpdesk" }] },
  },
  "an article that a conversation no longer confirms": {
    kind: "draft",
    make: ({ articleId }) =>
      test.db.update(conversations).set({ articleId: null }).where(eq(conversations.articleId, articleId)),
    before: { saidBy: [{ authorName: "Ada" }] },
    after: { saidBy: [] },
  },
  "a first article's approvals": {
    kind: "first-article",
    state: "review",
    make: (of) => changeChannel(of, { approvals: 2 }),
    before: { approvals: 0 },
    after: { approvals: 2 },
  },
  "a proposal's words": {
    kind: "proposal",
    state: "stands",
    make: ({ itemId, fresh }) =>
      test.db
        .update(inboxItems)
        .set({ fresh: { ...fresh, title: "Other", body: body(sentence("Wait an hour."), sentence("Look again.")) } })
        .where(eq(inboxItems.id, itemId)),
    before: { ownTitle: "Own title", changes: [{}] },
    after: { ownTitle: "Other", changes: [{}, {}] },
  },
  "the article of a proposal": {
    kind: "proposal",
    state: "stands",
    make: ({ change }) => change({ body: body(sentence("Look first."), sentence("Then look again.")) }),
    before: { unchanged: 1 },
    after: { unchanged: 3 },
  },
  "the author of a proposal's message": {
    kind: "proposal",
    state: "stands",
    make: (of) => changeMessage(of, { authorName: "Grace" }),
    before: { saidBy: [{ authorName: "Ada" }] },
    after: { saidBy: [{ authorName: "Grace" }] },
  },
  "the doubt about a sentence": {
    kind: "lost-support",
    state: "stands",
    values: { body: body(sentence("Wait.", { doubt: "The message was edited." })) },
    make: ({ change }) => change({ body: body(sentence("Wait.", { doubt: "The message was deleted." })) }),
    before: { statements: [{ doubt: "The message was edited." }] },
    after: { statements: [{ doubt: "The message was deleted." }] },
  },
};

describe("A line of the inbox that somebody has read shows at once", () => {
  it.each(Object.entries(CHANGES))("%s", async (_, { kind, state, values, make, before, after }) => {
    const made = await waiting(state, values);
    const shown = { ...made, kind };
    expect(await lineOf(shown)).toMatchObject(before);
    expect(await lineOf(shown)).toMatchObject(before);
    await make(made);
    expect(await lineOf(shown)).toMatchObject(after);
  });

  it("nothing of a change that was rolled back, and the last of two in one transaction", async () => {
    const { person, workspaceId, articleId: id } = await waiting();
    const title = async () => (await lineOf({ person, kind: "draft" }))?.article.title;
    const change = (titles: string[], end: () => void) =>
      inWorkspace(test.db, workspaceId, async (scope) => {
        const seen = [];
        for (const to of titles) {
          await scope.tx.update(articles).set({ title: to }).where(eq(articles.id, id));
          const [head] = (await listArticleHeads(scope, await listVersions(scope, id))).values();
          seen.push(head?.title);
        }
        end();
        return seen;
      });
    expect(await title()).toBe("Restarts");
    const undone = change(["One", "Two"], () => {
      throw new Error("Undone.");
    });
    await expect(undone).rejects.toThrow("Undone.");
    expect(await title()).toBe("Restarts");
    expect(await change(["Three", "Four"], () => undefined)).toEqual(["Three", "Four"]);
    expect(await title()).toBe("Four");
  });

  it("to nobody who may not read its channel", async () => {
    const { person, workspaceId, channelId } = await waiting();
    const colleague = await test.signIn(await buildUser(test.db, { workspaceId }));
    expect(await read(person)).toHaveLength(2);
    expect(await read(colleague)).toHaveLength(2);
    await changeChannel({ channelId } as Waiting, { isPrivate: true, chosenBy: person.viewer.userId });
    expect(await read(person)).toHaveLength(2);
    expect(await read(colleague)).toEqual([]);
  });
});

async function listVersions({ tx }: WorkspaceScope, id: string) {
  const { rows } = await tx.execute<WantedRow & Record<string, unknown>>(
    sql`select id, ${versionOfRow(sql`articles`)} as version from articles where id = ${id}`,
  );
  return rows;
}
