import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BrowserEvent } from "../../shared/contract/browser-events.ts";
import type { InboxPage } from "../../shared/contract/inbox.ts";
import { MAY_BE_CORRECTED } from "../../shared/domain/article.ts";
import { MAX_OPEN_PROPOSALS, STRICT_FROM_OPEN_PROPOSALS } from "../../shared/domain/inbox.ts";
import { newId } from "../db/new-id.ts";
import { activityLogs, articles, channels, conversations, inboxItems } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { computeNeededConfidence } from "../library/dedupe/open-decisions.ts";
import { requestPublications } from "../publishing/request-publications.ts";
import {
  LONG_WAIT_FOR_RESPONSE,
  openPublishingStage,
  type PublishingStage,
  type PublishingWorkspace,
} from "../publishing/testing/publishing-stage.ts";
import { buildArticle, buildChannel, buildMessage } from "../testing/factories.ts";
import type { SignedIn } from "../testing/test-app.ts";

let stage: PublishingStage;
beforeAll(async () => {
  stage = await openPublishingStage(LONG_WAIT_FOR_RESPONSE);
});
afterAll(() => stage.close());

const inbox = async (person: SignedIn, query = "") => {
  const answer = await person.inject({ method: "GET", url: `/api/inbox${query}` });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<InboxPage>();
};
const post = async (person: SignedIn, url: string, payload?: object) => {
  const answer = await person.inject({ method: "POST", url, ...(payload && { payload }) });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<{ message: string; undo: { id: string; until: string } | null }>();
};
const articleRow = async (id: string) => {
  const [row] = await stage.db.select().from(articles).where(eq(articles.id, id));
  if (!row) throw new Error("There is no such article.");
  return row;
};
const isPublished = (desk: PublishingWorkspace, articleId: string) =>
  expect.poll(async () => (await desk.publications(articleId)).map(({ state }) => state)).toEqual(["published"]);

const sentence = (text: string, doubt?: string) => ({
  form: "sentence" as const,
  text,
  language: null,
  sources: ["1"],
  ...(doubt && { doubt }),
});
/** Creates a conversation in the channel that supports the article; returns its id. */
const conversationOf = async (workspaceId: string, channelId: string, articleId: string) => {
  const id = newId();
  const at = new Date();
  const conversation = { key: id, messageCount: 1, firstAt: at, lastAt: at, fingerprint: "x" };
  await stage.db.insert(conversations).values({ ...conversation, workspaceId, id, channelId, articleId });
  return id;
};
const freshly = (...texts: string[]) => {
  return { title: "", summary: texts.map((text) => sentence(text)), body: [], tags: [], keywords: [] };
};
const doubtful = (workspaceId: string) =>
  buildArticle(stage.db, {
    workspaceId,
    summary: [],
    body: [
      {
        role: "answer",
        heading: null,
        layout: "prose",
        statements: [sentence("Press the button."), sentence("Wait a minute.", "The message was edited.")],
      },
    ],
  });

it("A draft with a sentence that somebody may have corrected shows both, each with who said it", async () => {
  const person = await stage.signIn();
  const { workspaceId } = person.viewer;
  const channel = await buildChannel(stage.db, { workspaceId });
  const doubt = "Possibly corrected by Ingrid on 9 October 2025";
  const article = await buildArticle(stage.db, {
    workspaceId,
    channelId: channel.id,
    state: "draft",
    summary: [],
    body: [
      {
        role: "answer",
        heading: null,
        layout: "prose",
        statements: [
          { ...sentence("You just tell your lead.", doubt), correctedBy: "2" },
          { ...sentence("It is at most 30 days."), sources: ["2"] },
        ],
      },
    ],
  });
  const conversationKey = await conversationOf(workspaceId, channel.id, article.id);
  for (const [id, authorName] of [
    ["1", "Hannah"],
    ["2", "Ingrid"],
  ] as const)
    await buildMessage(stage.db, { workspaceId, channelId: channel.id, externalId: id, authorName, conversationKey });
  const item = (await inbox(person)).items.find((one) => one.article.id === article.id);
  expect(item).toMatchObject({
    kind: "draft",
    corrected: [
      {
        statement: { text: "You just tell your lead.", saidBy: [{ authorName: "Hannah" }] },
        doubt,
        by: [{ text: "It is at most 30 days.", saidBy: [{ authorName: "Ingrid" }] }],
      },
    ],
  });
});

describe("A corrected sentence of a draft", () => {
  const doubt = "Possibly corrected by Ingrid on 9 October 2025";
  /** A draft with a sentence that somebody may have corrected, and one that its author replaced. */
  async function corrected() {
    const person = await stage.signIn();
    const { workspaceId } = person.viewer;
    const channel = await buildChannel(stage.db, { workspaceId });
    const statements = [
      { ...sentence("It is 24 months.", doubt), correctedBy: "2" },
      { ...sentence("It is 12 months."), sources: ["2"] },
      { ...sentence("~~Ask Callum.~~"), sources: ["1", "3"] },
      { ...sentence("Ask Priya."), sources: ["3"] },
    ];
    const body = [{ role: "answer" as const, heading: null, layout: "prose" as const, statements }];
    const draft = { workspaceId, channelId: channel.id, state: "draft" as const, summary: [], body };
    const article = await buildArticle(stage.db, { ...draft, bodyText: "It is 24 months.\n~~Ask Callum.~~" });
    const [item] = (await inbox(person)).items;
    const keys = item?.kind === "draft" ? (item.corrected ?? []).map(({ key, isSure }) => ({ key, isSure })) : [];
    const texts = async () =>
      (await articleRow(article.id)).body.flatMap((part) => part.statements.map(({ text }) => text));
    const decide = (payload: object) =>
      post(person, `/api/inbox/${item?.id}/decide`, { choice: "approve", ...payload });
    return { person, article, keys, texts, decide, url: `/api/inbox/${item?.id}/decide` };
  }

  it("is left out of the article where a person approves without it, and is back when that is undone", async () => {
    const { person, article, keys, texts, decide } = await corrected();
    expect(keys.map(({ isSure }) => isSure)).toEqual([false, true]);
    const decided = await decide({ sentences: { taken: [], left: keys.map(({ key }) => key) } });
    expect(await texts()).toEqual(["It is 12 months.", "Ask Priya."]);
    expect(await articleRow(article.id)).toMatchObject({ state: "stands" });
    expect((await inbox(person)).total).toBe(0);
    await post(person, `/api/inbox/${decided.undo?.id}/undo`);
    expect(await texts()).toEqual(["It is 24 months.", "It is 12 months.", "~~Ask Callum.~~", "Ask Priya."]);
    expect(await articleRow(article.id)).toMatchObject({ state: "draft", confirmedAt: null });
  });

  it("stays beside the later one, without a doubt, where a person keeps both", async () => {
    const { person, article, keys, texts, decide } = await corrected();
    await decide({ sentences: { taken: keys.map(({ key }) => key), left: [] } });
    expect(await texts()).toEqual(["It is 24 months.", "It is 12 months.", "Ask Callum.", "Ask Priya."]);
    expect(JSON.stringify((await articleRow(article.id)).body)).not.toContain("doubt");
    expect((await inbox(person)).total).toBe(0);
  });

  it("that the later message is not about stays as it is, without a warning, and the draft still waits", async () => {
    const { person, article, keys, texts, decide } = await corrected();
    await stage.db.update(articles).set({ stateReason: MAY_BE_CORRECTED }).where(eq(articles.id, article.id));
    const sentences = { taken: keys.map(({ key }) => key), left: [] };
    const decided = await decide({ choice: "not-corrected", sentences });
    expect(await texts()).toEqual(["It is 24 months.", "It is 12 months.", "Ask Callum.", "Ask Priya."]);
    const waits = { state: "draft", confirmedAt: null };
    expect(await articleRow(article.id)).toMatchObject({ ...waits, stateReason: null });
    const [item] = (await inbox(person)).items;
    expect(item).toMatchObject({ kind: "draft", article: { id: article.id } });
    expect(item).not.toHaveProperty("corrected");
    expect(item?.reason).not.toContain("corrected");
    const risks = await person.inject({ method: "GET", url: "/api/review-settings/decisions" });
    expect(risks.json()).toEqual([]);

    await post(person, `/api/inbox/${decided.undo?.id}/undo`);
    expect(await texts()).toEqual(["It is 24 months.", "It is 12 months.", "~~Ask Callum.~~", "Ask Priya."]);
    expect(await articleRow(article.id)).toMatchObject({ ...waits, stateReason: MAY_BE_CORRECTED });
    expect((await inbox(person)).items).toMatchObject([{ kind: "draft", corrected: [{}, {}] }]);
  });

  it("that nobody decided about keeps its mark and is asked about again; one that is gone decides nothing", async () => {
    const { person, article, texts, decide, url } = await corrected();
    const gone = { choice: "approve", sentences: { taken: [], left: ["gone"] } };
    expect((await person.inject({ method: "POST", url, payload: gone })).statusCode).toBe(409);
    expect(await articleRow(article.id)).toMatchObject({ state: "draft" });
    await decide({});
    expect(await texts()).toHaveLength(4);
    expect((await inbox(person)).items).toMatchObject([{ kind: "lost-support", statements: [{ doubt }] }]);
  });
});

describe("Sentences that lost their support", () => {
  it("wait for a person: kept they are in doubt no more, removed they are gone, and either can be taken back", async () => {
    const person = await stage.signIn();
    const { workspaceId } = person.viewer;
    const article = await doubtful(workspaceId);
    const [item] = (await inbox(person)).items;
    expect(item).toMatchObject({
      id: `lost-support.${article.id}`,
      kind: "lost-support",
      reason: "A sentence may not hold any more: the message behind it was edited.",
      choices: ["keep", "remove"],
      statements: [{ text: "Wait a minute.", doubt: "The message was edited." }],
    });
    const heard: BrowserEvent[] = [];
    const end = stage.deps.events.subscribe(workspaceId, (event) => heard.push(event));
    const kept = await post(person, `/api/inbox/${item?.id}/decide`, { choice: "keep" });
    await expect.poll(() => heard.map(({ type }) => type)).toContain("inbox");
    end();
    expect(JSON.stringify((await articleRow(article.id)).body)).not.toContain("doubt");
    expect((await inbox(person)).total).toBe(0);

    await post(person, `/api/inbox/${kept.undo?.id}/undo`);
    expect((await inbox(person)).total).toBe(1);
    await post(person, `/api/inbox/${item?.id}/decide`, { choice: "remove" });
    const { body, bodyText, version } = await articleRow(article.id);
    expect(body.flatMap(({ statements }) => statements.map(({ text }) => text))).toEqual(["Press the button."]);
    expect(bodyText).not.toContain("minute");
    expect(version).toBe(4);
    const lines = await stage.db.select().from(activityLogs).where(eq(activityLogs.workspaceId, workspaceId));
    expect(lines.map(({ message }) => message).join(" ")).toContain(
      "A person took out the sentences that may not hold any more.",
    );
  });

  it("are not in another workspace's inbox, nor decided from there", async () => {
    const [owner, stranger] = [await stage.signIn(), await stage.signIn()];
    const { id } = await doubtful(owner.viewer.workspaceId);
    expect((await inbox(stranger)).total).toBe(0);
    const url = `/api/inbox/lost-support.${id}/decide`;
    expect((await stranger.inject({ method: "POST", url, payload: { choice: "remove" } })).statusCode).toBe(404);
    const kept = await post(owner, url, { choice: "keep" });
    const undo = `/api/inbox/${kept.undo?.id}/undo`;
    expect((await stranger.inject({ method: "POST", url: undo })).statusCode).toBe(404);
  });

  it("are decided once when two people decide at the same moment", async () => {
    const person = await stage.signIn();
    const { id } = await doubtful(person.viewer.workspaceId);
    const url = `/api/inbox/lost-support.${id}/decide`;
    const answers = await Promise.all(
      ["keep", "remove"].map((choice) => person.inject({ method: "POST", url, payload: { choice } })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 404]);
    expect((await articleRow(id)).version).toBe(2);
  });
});

describe("A page that a person changed where the article changed too", () => {
  it("waits in the inbox until theirs is kept, and is asked about again when the article changes", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await desk.write(`Kept ${newId()}`, "One.", "Two.");
    await isPublished(desk, id);
    const { externalId } = await desk.publication(id, "confluence");
    stage.confluence.editAsPerson(externalId ?? "", (page) => {
      page.storage = page.storage.replace("Two.", "Two by a person.");
    });
    await desk.rewrite(id, "One.", "Two again.");
    await expect.poll(async () => (await desk.publication(id, "confluence")).state).toBe("conflict");
    const [item] = (await inbox(desk.person)).items;
    expect(item).toMatchObject({ kind: "page-conflict", page: "changed", choices: ["keep-theirs", "replace"] });
    const kept = await post(desk.person, `/api/inbox/${item?.id}/decide`, { choice: "keep-theirs" });
    expect((await inbox(desk.person)).total).toBe(0);
    await post(desk.person, `/api/inbox/${kept.undo?.id}/undo`);
    expect((await inbox(desk.person)).total).toBe(1);
    await post(desk.person, `/api/inbox/${item?.id}/decide`, { choice: "keep-theirs" });
    await desk.rewrite(id, "One.", "Two once more.");
    await expect.poll(async () => (await inbox(desk.person)).total).toBe(1);
    const replaced = await post(desk.person, `/api/inbox/${item?.id}/decide`, { choice: "replace" });
    expect(replaced.undo).toBeNull();
    await isPublished(desk, id);
  });
});

describe("An article that is held back", () => {
  it("gets no page until it is shown with its whole channel, which tells nothing when that is taken back", async () => {
    const desk = await stage.newDesk("confluence");
    const { person, workspaceId } = desk;
    const channel = await buildChannel(stage.db, { workspaceId, isPrivate: true, heldSince: new Date() });
    const values = { workspaceId, channelId: channel.id, state: "held" as const, stateReason: "It is private." };
    const ids = [(await buildArticle(stage.db, values)).id, (await buildArticle(stage.db, values)).id];
    for (const id of ids) {
      await inWorkspace(stage.db, workspaceId, (scope) => requestPublications(stage.deps, scope, id));
      expect(await desk.publications(id)).toEqual([]);
    }
    const { items, counts } = await inbox(person, "?kind=held");
    expect(counts.held).toBe(2);
    const decision = { choice: "show", wholeChannel: true };
    const { undo } = await post(person, `/api/inbox/${items[0]?.id}/decide`, decision);
    for (const id of ids) {
      expect((await articleRow(id)).state).toBe("stands");
      await isPublished(desk, id);
    }
    const pageOf = async (id: string) => {
      const { externalId } = await desk.publication(id, "confluence");
      return stage.confluence.pages().find((page) => page.id === externalId)?.title;
    };
    expect(await pageOf(ids[0] ?? "")).toContain("How to restart the worker");
    await post(person, `/api/inbox/${undo?.id}/undo`);
    for (const id of ids) await expect.poll(() => pageOf(id)).toContain("An article that is held back");
    for (const id of ids) expect(await articleRow(id)).toMatchObject({ state: "held", stateReason: "It is private." });
    const [row] = await stage.db.select().from(channels).where(eq(channels.id, channel.id));
    expect(row?.heldSince).toEqual(channel.heldSince);
  });

  it("stays held when somebody approves it as a first article or a draft: that says it is right, not who may read it", async () => {
    const person = await stage.signIn();
    const { workspaceId } = person.viewer;
    const channel = await buildChannel(stage.db, { workspaceId, isPrivate: true, heldSince: new Date() });
    for (const [state, kind] of [
      ["review", "first-article"],
      ["draft", "draft"],
    ] as const) {
      const { id } = await buildArticle(stage.db, {
        workspaceId,
        channelId: channel.id,
        state,
        stateReason: "It waits.",
      });
      const { message, undo } = await post(person, `/api/inbox/${kind}.${id}/decide`, { choice: "approve" });
      expect(message).toMatch(/^It is approved, and held back/);
      expect(await articleRow(id)).toMatchObject({ state: "held", stateReason: expect.stringContaining("is private") });
      expect((await inbox(person, "?kind=held")).items.map(({ article }) => article.id)).toContain(id);
      await post(person, `/api/inbox/${undo?.id}/undo`);
      expect(await articleRow(id)).toMatchObject({ state, stateReason: "It waits." });
    }
  });
});

describe("An article that nobody has read", () => {
  it.each([
    ["draft", "draft"],
    ["review", "first-article"],
  ] as const)(
    "in the state %s is removed from the inbox, and waits there again when that is undone",
    async (state, kind) => {
      const person = await stage.signIn();
      const { workspaceId } = person.viewer;
      const channel = await buildChannel(stage.db, { workspaceId });
      const { id } = await buildArticle(stage.db, {
        workspaceId,
        state,
        stateReason: "It waits.",
        summary: [sentence("Restart the worker.")],
        bodyText: "Open the console first.",
      });
      const conversationKey = await conversationOf(workspaceId, channel.id, id);
      const said = { externalId: "1", authorName: "Grace Hopper", conversationKey };
      await buildMessage(stage.db, { workspaceId, channelId: channel.id, ...said });
      const [item] = (await inbox(person, `?kind=${kind}`)).items;
      expect(item?.choices).toEqual(["decline", "approve", "remove"]);
      expect(item).toMatchObject({ opening: "Open the console first.", saidBy: [{ authorName: "Grace Hopper" }] });
      const { undo } = await post(person, `/api/inbox/${kind}.${id}/decide`, { choice: "remove" });
      expect((await inbox(person)).total).toBe(0);
      const trash = await person.inject({ url: "/api/articles/trash" });
      expect(trash.json()).toMatchObject([{ id, by: "Ada Lovelace" }]);
      expect((await person.inject({ url: "/api/inbox/undoable" })).json()).toMatchObject([{ id: undo?.id }]);

      await post(person, `/api/inbox/${undo?.id}/undo`);
      expect(await articleRow(id)).toMatchObject({ state, stateReason: "It waits.", trashed: null });
      expect((await inbox(person, `?kind=${kind}`)).items).toHaveLength(1);
    },
  );

  it("is verified by whoever approves it, until that is undone", async () => {
    const person = await stage.signIn();
    const { workspaceId } = person.viewer;
    const { id } = await buildArticle(stage.db, { workspaceId, state: "draft", stateReason: "It waits." });
    const { undo } = await post(person, `/api/inbox/draft.${id}/decide`, { choice: "approve" });
    const approved = await articleRow(id);
    expect(approved).toMatchObject({ state: "stands", confirmedBy: person.viewer.userId });
    expect(approved?.confirmedAt?.getTime()).toBeGreaterThanOrEqual(approved?.updatedAt.getTime() ?? Number.NaN);
    await post(person, `/api/inbox/${undo?.id}/undo`);
    expect(await articleRow(id)).toMatchObject({ state: "draft", confirmedAt: null, confirmedBy: null });
  });

  it("needs a title while its own tells one case", async () => {
    const person = await stage.signIn();
    const { workspaceId } = person.viewer;
    const shared = { workspaceId, state: "draft" as const, stateReason: "It waits." };
    await buildArticle(stage.db, { ...shared, title: 'Order 48-20917 sits in "awaiting stock" since thursday' });
    await buildArticle(stage.db, { ...shared, title: "How do I refund half an order?" });
    const { items } = await inbox(person, "?kind=draft");
    const itemOf = (begin: string) => items.find(({ article }) => article.title.startsWith(begin));
    expect(itemOf("Order")).toMatchObject({ titles: expect.arrayContaining(["Awaiting stock"]) });
    expect(itemOf("How do")).not.toHaveProperty("titles");
  });

  it("takes the title that its approval gives it, and has the old one back when that is undone", async () => {
    const person = await stage.signIn();
    const { workspaceId } = person.viewer;
    const title = 'Order 48-20917 sits in "awaiting stock" since thursday';
    const draft = { workspaceId, state: "draft" as const, stateReason: "It waits.", title };
    const { id } = await buildArticle(stage.db, draft);
    const decision = { choice: "approve", title: " Awaiting  stock " };
    const { undo } = await post(person, `/api/inbox/draft.${id}/decide`, decision);
    expect(await articleRow(id)).toMatchObject({
      title: "Awaiting stock",
      state: "stands",
      hand: { title: { by: person.viewer.userId } },
    });
    await post(person, `/api/inbox/${undo?.id}/undo`);
    expect(await articleRow(id)).toMatchObject({ title, state: "draft" });
  });

  it("shows the first sentence of what helps before the question and the cause", async () => {
    const person = await stage.signIn();
    const { workspaceId } = person.viewer;
    const section = (role: "symptom" | "cause" | "fix", ...texts: string[]) => ({
      role,
      heading: null,
      layout: "prose" as const,
      statements: texts.map((text) => sentence(text)),
    });
    const cause = "A changed file invalidates the layer.";
    const body = [
      section("symptom", "Every build takes nine minutes."),
      section("cause", cause),
      section("fix", "Copy **package.json** first.", "Then copy the rest."),
    ];
    await buildArticle(stage.db, { workspaceId, state: "draft", stateReason: "It waits.", body, bodyText: cause });
    expect((await inbox(person, "?kind=draft")).items[0]).toMatchObject({ opening: "Copy package.json first." });
  });

  it("shows the opening and the other titles of the text as it is now", async () => {
    const person = await stage.signIn();
    const { workspaceId } = person.viewer;
    const titled = { title: 'Order 48-20917 sits in "awaiting stock" since thursday', bodyText: "As it was." };
    const { id } = await buildArticle(stage.db, { workspaceId, state: "draft", stateReason: "It waits.", ...titled });
    const read = async () => (await inbox(person, "?kind=draft")).items[0];
    expect(await read()).toMatchObject({ opening: "As it was.", titles: ["Awaiting stock"] });
    const change = (to: Partial<typeof articles.$inferInsert>) =>
      stage.db.update(articles).set(to).where(eq(articles.id, id));
    await change({ bodyText: "As it is." });
    expect(await read()).toMatchObject({ opening: "As it is.", titles: ["Awaiting stock"] });
    await change({ title: "How do I refund half an order?" });
    expect(await read()).not.toHaveProperty("titles");
  });
});

describe("What somebody said otherwise", () => {
  const contradict = async (desk: PublishingWorkspace) => {
    const { workspaceId } = desk;
    const articleId = await desk.write(`Waiting ${newId()}`, "Wait five minutes.");
    await isPublished(desk, articleId);
    const channel = await buildChannel(stage.db, { workspaceId });
    const conversationId = await conversationOf(workspaceId, channel.id, articleId);
    const said = { known: sentence("Wait five minutes."), fresh: freshly("Wait ten minutes.") };
    const item = { ...said, id: newId(), kind: "conflict" as const, articleId, conversationId, subject: "x" };
    await stage.db.insert(inboxItems).values({ ...item, workspaceId, confidence: 0.9 });
    await inWorkspace(stage.db, workspaceId, (scope) => requestPublications(stage.deps, scope, articleId));
    const { externalId } = await desk.publication(articleId, "confluence");
    const page = async () => stage.confluence.pages().find(({ id }) => id === externalId)?.storage;
    return { articleId, channel, page };
  };
  const removeChannel = async ({ person }: PublishingWorkspace, id: string) =>
    expect((await person.inject({ method: "DELETE", url: `/api/channels/${id}` })).statusCode).toBe(200);

  it("is on the article's page until a person decides, or the channel it was said in is removed", async () => {
    const desk = await stage.newDesk("confluence");
    const { channel, page } = await contradict(desk);
    await expect.poll(page).toContain("A later message contradicts this");
    await removeChannel(desk, channel.id);
    await expect.poll(page).not.toContain("A later message contradicts this");
    expect((await inbox(desk.person)).total).toBe(0);
  });

  it("leaves the page although the channel is removed while the page is being written", async () => {
    const desk = await stage.newDesk("confluence");
    stage.confluence.fail({ match: "PUT /wiki/api/v2/pages", kind: { late: 1_000 } });
    const { articleId, channel, page } = await contradict(desk);
    await expect.poll(async () => (await desk.publication(articleId, "confluence")).state).toBe("in-flight");
    await removeChannel(desk, channel.id);
    await isPublished(desk, articleId);
    expect(await page()).not.toContain("A later message contradicts this");
  });
});

describe("A merged article's page", () => {
  it("leads to the page of the article that took its place", async () => {
    const desk = await stage.newDesk("confluence");
    const [from, into] = [await desk.write(`From ${newId()}`, "One."), await desk.write(`Into ${newId()}`, "Two.")];
    await isPublished(desk, from);
    await isPublished(desk, into);
    await post(desk.person, `/api/articles/${from}/merge`, { into });
    const page = async (id: string) => {
      const { externalId } = await desk.publication(id, "confluence");
      const found = stage.confluence.pages().find((one) => one.id === externalId);
      return `${found?.title} ${found?.storage}`;
    };
    await expect.poll(() => page(from)).toContain("This article was merged into");
    expect(await page(from)).toContain("Merged: From");
    expect(await page(from)).not.toContain("One.");
    await expect.poll(() => page(into)).toContain("One.");
  });
});

describe("A split article's pages", () => {
  it("follow on both sides: the old page loses the sentence, a new one has it", async () => {
    const desk = await stage.newDesk("confluence");
    const id = await desk.write(`Whole ${newId()}`, "Restart the queue.", "Rotate the token.");
    await isPublished(desk, id);
    const article = (await desk.person.inject({ url: `/api/articles/${id}` })).json();
    const statements = article.sections.flatMap((part: { statements: object[] }) => part.statements);
    const { key } = statements.find(({ text }: { text: string }) => text === "Rotate the token.");
    const sentences = [{ key, place: "own" }];
    const answer = await desk.person.inject({
      method: "POST",
      url: `/api/articles/${id}/split-off`,
      payload: { title: `Part ${newId()}`, sentences, edition: article.edition },
    });
    expect(answer.statusCode, answer.body).toBe(200);
    const { articleId } = answer.json<{ articleId: string }>();
    await isPublished(desk, articleId);
    const page = async (of: string) => {
      const { externalId } = await desk.publication(of, "confluence");
      return stage.confluence.pages().find((one) => one.id === externalId)?.storage ?? "";
    };
    await expect.poll(() => page(id)).not.toContain("Rotate the token.");
    expect(await page(id)).toContain("Restart the queue.");
    expect(await page(articleId)).toContain("Rotate the token.");
    expect(await page(articleId)).not.toContain("Restart the queue.");
  });
});

describe("A full inbox", () => {
  it("wants surer proposals from so many on, none from more on, and says so", async () => {
    expect(computeNeededConfidence(STRICT_FROM_OPEN_PROPOSALS - 1)).toBe(0);
    expect(computeNeededConfidence((STRICT_FROM_OPEN_PROPOSALS + MAX_OPEN_PROPOSALS) / 2)).toBeCloseTo(0.8);
    expect(computeNeededConfidence(MAX_OPEN_PROPOSALS)).toBe(Number.POSITIVE_INFINITY);
    const person = await stage.signIn();
    const { workspaceId } = person.viewer;
    const channel = await buildChannel(stage.db, { workspaceId });
    const add = async (index: number) => {
      const article = await buildArticle(stage.db, { workspaceId });
      const conversationId = await conversationOf(workspaceId, channel.id, article.id);
      const fresh = freshly(`More ${index}.`);
      const item = { id: newId(), kind: "proposal" as const, articleId: article.id, conversationId, fresh };
      await stage.db.insert(inboxItems).values({ ...item, workspaceId, confidence: 0.9 });
    };
    const fill = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => add(index)));
    await fill(STRICT_FROM_OPEN_PROPOSALS - 1);
    expect((await inbox(person)).pressure).toBeNull();
    await fill(1);
    const page = await inbox(person, "?limit=1");
    expect(page).toMatchObject({
      total: STRICT_FROM_OPEN_PROPOSALS,
      pressure: "50 proposed changes wait. Only surer ones are added until some are decided.",
    });
    expect(page.items).toMatchObject([{ kind: "proposal", changes: [{ kind: "added" }] }]);
  });
});
