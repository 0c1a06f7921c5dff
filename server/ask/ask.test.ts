import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Encoder } from "../../engine/encoder/meaning.ts";
import type { AskResponse } from "../../shared/contract/ask.ts";
import type { Membership } from "../../shared/domain/access.ts";
import type { Statement } from "../../shared/domain/article.ts";
import { formatUnreadChannels } from "../../shared/domain/ask.ts";
import { newId } from "../db/new-id.ts";
import { answerArticles, articles, askArticles, askTerms } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { APP_PAGES } from "../http/web-pages.ts";
import { buildArticle, buildArticleSource, buildChannel, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { storeTerms } from "./ask-queries.ts";
import { composePost } from "./in-chat/answer-words.ts";
import { indexArticlesForAnswers } from "./read-articles.ts";

/** An encoder that only relates wages to payday. */
const ENCODER: Encoder = {
  encode: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(512);
      vector[/wages|payday/i.test(text) ? 0 : 1 + (text.length % 500)] = 1;
      if (/xylophone/i.test(text)) vector[0] = 0.4;
      if (/honorarium/i.test(text)) vector[0] = 0.5;
      return vector;
    }),
};

let test: TestApp;
let person: SignedIn;
beforeAll(async () => {
  test = await createTestApp({ connectors: { sources: {} } as never, encoder: ENCODER });
});
beforeEach(async () => {
  person = await test.signIn();
});
afterAll(() => test.close());

const said = (text: string, source = "m1"): Statement => ({
  form: "sentence",
  text,
  language: null,
  sources: [source],
});

async function write(title: string, sentences: string[], values: Partial<typeof articles.$inferInsert> = {}) {
  const { workspaceId } = person.viewer;
  const channel = await buildChannel(test.db, { workspaceId, name: "help" });
  const article = await buildArticle(test.db, {
    workspaceId,
    channelId: channel.id,
    channelName: "help",
    title,
    summary: [],
    summaryText: sentences[0] ?? "",
    body: [{ role: "answer", heading: null, layout: "prose", statements: sentences.map((text) => said(text)) }],
    authorName: "Ingrid",
    ...values,
  });
  await buildArticleSource(test.db, {
    workspaceId,
    articleId: article.id,
    channelId: channel.id,
    messageExternalId: "m1",
    authorName: "Ingrid",
  });
  return article;
}

const colleague = async (membership: Membership): Promise<SignedIn> =>
  test.signIn(await buildUser(test.db, { workspaceId: person.viewer.workspaceId, membership }));

const ask = async (question: string, by = person): Promise<AskResponse> => {
  const answer = await by.inject({ method: "POST", url: "/api/ask", payload: { question } });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

it("A sentence that only asks is no answer, and an article that answers stands before one that asks", async () => {
  const section = (role: "question" | "symptom" | "fix", text: string) => ({
    role,
    heading: null,
    layout: "prose" as const,
    statements: [said(text)],
  });
  const asked = "How do I get pages to load over the VPN in a hotel?";
  await write(asked, [], { body: [section("question", asked), section("symptom", "The VPN says connected.")] });
  expect(await ask(asked)).toMatchObject({ sentences: [] });
  expect((await ask(asked)).verdict).not.toBe("answered");
  await write("VPN in a hotel", [], {
    body: [
      section("symptom", "Pages do not load over the VPN in a hotel."),
      section("fix", "Open the VPN profile and set MTU = 1280, then pages load."),
    ],
  });
  const { sentences } = await ask(asked);
  expect(sentences.map(({ text }) => text)).toEqual(["Open the VPN profile and set MTU = 1280, then pages load."]);
});

it("An answer says how many sentences of a quoted section it leaves out, in a chat as well, and counts no other section", async () => {
  const section = (heading: string | null, ...texts: string[]) => ({
    role: "explanation" as const,
    heading,
    layout: "prose" as const,
    statements: texts.map((text) => said(text)),
  });
  const quoted = "Report visible damage of a pallet within 24 hours.";
  const { id } = await write("Claims", [], {
    body: [
      section(null, "Carriers have their own forms."),
      section("Deadlines", quoted, "When found on opening: seven days.", "The clock starts with the delivery."),
    ],
  });
  const answer = await ask("visible damage of a pallet");
  expect(answer.sentences.map(({ text }) => text)).toEqual([quoted]);
  expect(answer.leftOut).toEqual([{ articleId: id, section: 1, heading: "Deadlines", count: 2 }]);
  const { sentences } = composePost({ ...answer, written: null, wiki: null }, "https://lorekeep.test");
  expect(sentences.map(({ notes }) => notes)).toEqual([["Left out: 2 more sentences in “Deadlines”."]]);
});

it("A sentence that the next speaker may have corrected never leads: the correction stands before it, each with who and when", async () => {
  const doubt = "Possibly corrected by Ingrid on 9 October 2025";
  const practice = {
    ...said("You can work from Portugal for three months, you just tell your lead.", "m0"),
    doubt,
    correctedBy: "m1",
  };
  const article = await write("Can I work from Portugal for six weeks?", [], {
    body: [
      {
        role: "answer",
        heading: null,
        layout: "prose",
        statements: [practice, said("Within the EU it is at most 30 days a year.", "m1")],
      },
    ],
  });
  const { workspaceId } = person.viewer;
  const channelId = article.channelId ?? "";
  const source = { workspaceId, articleId: article.id, channelId, messageExternalId: "m0", authorName: "Hannah" };
  await buildArticleSource(test.db, source);
  const answer = await ask("Can I work from Portugal for six weeks?");
  expect(answer.verdict).toBe("near");
  expect(answer.sentences.map(({ text, doubt: why, sources }) => [text, why, sources[0]?.authorName])).toEqual([
    ["Within the EU it is at most 30 days a year.", null, "Ingrid"],
    [practice.text, doubt, "Hannah"],
  ]);
});

it("a word that nobody used names neither people nor articles, however near they are in meaning", async () => {
  await write("Payday", ["Wages come on the last working day."]);
  await indexArticlesForAnswers({ db: test.db, encoder: ENCODER });
  expect(await ask("xylophone")).toMatchObject({ verdict: "unknown", articles: [], people: [] });
});

it("An entry of a list is answered with the whole list, and only who said a shown sentence is named", async () => {
  const [heading, entries] = [null, ["Switch the label printer off.", "Hold pause and cancel.", "Press pause again."]];
  const steps = entries.map((text) => said(text));
  const label = "The label printer prints empty labels";
  await write(label, [], {
    authorName: "Omar",
    body: [
      { role: "question", heading, layout: "prose", statements: [said(label)] },
      { role: "steps", heading, layout: "steps", statements: steps },
    ],
  });
  const answer = await ask("How do I switch off the label printer that prints empty labels?");
  expect(answer.sentences.map(({ text }) => text)).toEqual(entries);
  expect(answer.people).toEqual([]);
});

it("A question without an answer names the channels that were never read, of those that the person may read", async () => {
  const { workspaceId, userId } = person.viewer;
  const lastChecked = new Date();
  await buildChannel(test.db, { workspaceId, name: "help", lastChecked });
  expect((await ask("how are flowers watered")).unreadChannels).toBeUndefined();
  for (const name of ["it", "hr"]) await buildChannel(test.db, { workspaceId, name, lastChecked: null });
  await buildChannel(test.db, { workspaceId, name: "board", lastChecked: null, isPrivate: true, chosenBy: userId });
  await buildChannel(test.db, { workspaceId, name: "old", lastChecked: null, remoteState: "deleted" });
  await buildChannel(test.db, {
    workspaceId: (await test.signIn()).viewer.workspaceId,
    name: "far",
    lastChecked: null,
  });
  expect(await ask("how are flowers watered")).toMatchObject({
    verdict: "unknown",
    unreadChannels: ["board", "hr", "it"],
  });
  expect((await ask("how are flowers watered", await colleague("viewer"))).unreadChannels).toEqual(["hr", "it"]);
  await write("Fork lift", ["Charge the fork lift at night."]);
  expect((await ask("When is the fork lift charged?")).unreadChannels).toBeUndefined();
});

it("Unread channels are told as three names at most", () => {
  expect(formatUnreadChannels([])).toBe("");
  expect(formatUnreadChannels(["hr"])).toBe("#hr has not been read yet.");
  expect(formatUnreadChannels(["hr", "it"])).toBe("#hr and #it have not been read yet.");
  expect(formatUnreadChannels(["a", "b", "c", "d"])).toBe("#a, #b, #c and others have not been read yet.");
});

it("A question that nobody has explained leads to what is near, with drafts for those who may review them", async () => {
  const near = await write("Payday", ["Wages come on the last working day."]);
  const draft = await write("Payday of interns", ["Wages of interns come on the fifth."], { state: "draft" });
  await indexArticlesForAnswers({ db: test.db, encoder: ENCODER });
  const question = "honorarium";
  const viewer = await ask(question, await colleague("viewer"));
  expect(viewer).toMatchObject({ verdict: "unknown", sentences: [], articles: [], related: [{ id: near.id }] });
  expect(viewer.related).toHaveLength(1);
  const { related } = await ask(question, await colleague("reviewer"));
  expect(related).toMatchObject([{ id: near.id }, { id: draft.id, isDraft: true }]);
  expect((await ask("how are flowers watered")).related).toBeUndefined();
});

it("the page of a question opens by its address", () => {
  expect(APP_PAGES).toContain("/ask");
});

describe("a question", () => {
  it("never fails because the same article is read for others at the same moment", async () => {
    const { id } = await write("The gauge of the boiler", ["The gauge of the boiler is checked on Mondays."]);
    const read = [{ articleId: id, version: 1, terms: ["gauge", "boiler"] }];
    const { workspaceId } = person.viewer;
    const others: Promise<unknown>[] = [];
    let ended = 0;
    const isOver = async () => {
      const { rowCount } = await test.db.$client.query(
        "select from pg_locks where not granted and locktype = 'transactionid'",
      );
      return ended + (rowCount ?? 0) >= others.length;
    };
    await inWorkspace(test.db, workspaceId, (scope) => {
      // A concurrent transaction does the same between two statements, as far as locks allow.
      const execute = async (...statement: Parameters<typeof scope.tx.execute>) => {
        const done = await scope.tx.execute(...statement);
        if (others.length === 2) return done;
        others.push(inWorkspace(test.db, workspaceId, (other) => storeTerms(other, read)).then(() => (ended += 1)));
        await expect.poll(isOver).toBe(true);
        return done;
      };
      return storeTerms({ ...scope, tx: { execute } as never }, read);
    });
    await Promise.all(others);
    const terms = await test.db.select().from(askTerms).where(eq(askTerms.articleId, id));
    expect(terms.map(({ term }) => term).toSorted()).toEqual(["boiler", "gauge"]);
  });

  it("is answered with the sentences that answer it, each with who said it where", async () => {
    const { id } = await write("Label printer prints blank labels", [
      "Hold pause and cancel for two seconds to calibrate the label printer.",
      "Press pause again.",
    ]);
    await write("Holidays left over", ["Up to five days move to next year."]);
    const answer = await ask("How do I calibrate the label printer?");
    expect(answer.verdict).toBe("answered");
    expect(answer.articles[0]?.id).toBe(id);
    expect(answer.sentences[0]).toMatchObject({
      articleId: id,
      text: "Hold pause and cancel for two seconds to calibrate the label printer.",
      sources: [{ id: "m1", authorName: "Ingrid", channelName: "help" }],
    });
  });

  it("is given a likely answer where it is less sure, and none where the sentence may have been corrected", async () => {
    const printer = "Hold pause and cancel for two seconds to calibrate the label printer.";
    await write("Label printer prints blank labels", [printer, "Press pause again."]);
    await write("Holidays left over", ["Up to five days move to next year."]);
    const question = "blank labels in hall two";
    const answer = await ask(question);
    expect(answer).toMatchObject({ verdict: "likely", sentences: [{ text: printer }] });
    expect(composePost(answer, "https://lore.example")).toMatchObject({
      lead: "Likely answer. Check it against its source.",
      article: { title: "Label printer prints blank labels" },
    });
    const doubted = { ...said(printer), doubt: "?", correctedBy: "m9" };
    await test.db
      .update(articles)
      .set({ version: 2, body: [{ role: "answer", heading: null, layout: "prose", statements: [doubted] }] })
      .where(eq(articles.id, answer.articles[0]?.id ?? ""));
    expect((await ask(question)).verdict).toBe("near");
  });

  it("is given a sure answer in chat only by an article that somebody verified since it changed", async () => {
    const { id } = await write("Label printer prints blank labels", [
      "Hold pause and cancel for two seconds to calibrate the label printer.",
    ]);
    await write("Holidays left over", ["Up to five days move to next year."]);
    const robin = await buildUser(test.db, {
      workspaceId: person.viewer.workspaceId,
      firstName: "Robin",
      lastName: "Sample",
    });
    const post = async (care: { confirmedAt: Date | null; confirmedBy?: string }) => {
      await test.db.update(articles).set(care).where(eq(articles.id, id));
      const answer = await ask("How do I calibrate the label printer?");
      expect(answer.verdict).toBe("answered");
      const { lead, article } = composePost(answer, "https://lore.example");
      return [lead, article?.state];
    };
    const likely = "Likely answer. Check it against its source.";
    expect(await post({ confirmedAt: null })).toEqual([likely, "Not yet verified"]);
    const confirmedAt = new Date();
    const day = confirmedAt.toISOString().slice(0, 10);
    expect(await post({ confirmedAt, confirmedBy: robin.id })).toEqual([
      "This is what the team has said:",
      `Verified by Robin Sample, ${day}`,
    ]);
    expect(await post({ confirmedAt: new Date(0) })).toEqual([likely, "Changed since Robin Sample verified it"]);
  });

  it("finds its article in spite of a typing error", async () => {
    const { id } = await write("Warranty on grinders", ["Twelve months of warranty for everything."]);
    expect((await ask("waranty of a grinder")).articles[0]?.id).toBe(id);
  });

  it("finds its article without a word in common, by meaning", async () => {
    const { id } = await write("Payday", ["Payday is the 25th."]);
    for (let n = 0; n < 3; n++) await write(`Holidays ${n}`, ["Five days move to next year."]);
    await indexArticlesForAnswers(test.deps);
    expect((await ask("When do we get our wages?")).articles[0]?.id).toBe(id);
  });

  it.each(["When does the cleaning crew come?", "Who services the label robots at night?"])(
    "'%s' is not answered, and neither articles nor people that are not near are shown",
    async (question) => {
      await write("Label printer", ["Hold pause and cancel."]);
      expect(await ask(question)).toMatchObject({ verdict: "unknown", sentences: [], articles: [], people: [] });
    },
  );

  it("names nobody but the person who explained the nearest sentences", async () => {
    await write("Warranty on grinders", ["Twelve months of warranty for everything."]);
    await write("Cleaning of grinders", ["Wipe them on Fridays."], { authorName: "Ben" });
    const answer = await ask("Is there a longer warranty on grinders for hotels?");
    expect(answer).toMatchObject({ verdict: "near", people: ["Ingrid"] });
  });

  it("is answered with what an article says now: a new version is read at once, the old words are gone", async () => {
    const { id } = await write("Door code", ["The door code is 4711."]);
    expect((await ask("What is the door code?")).sentences[0]?.text).toBe("The door code is 4711.");
    await test.db
      .update(articles)
      .set({
        version: 2,
        body: [{ role: "answer", heading: null, layout: "prose", statements: [said("Ask the porter.")] }],
      })
      .where(eq(articles.id, id));
    expect((await ask("What is the door code?")).sentences.map(({ text }) => text)).toEqual(["Ask the porter."]);
    const terms = await test.db.select({ term: askTerms.term }).from(askTerms).where(eq(askTerms.articleId, id));
    expect(terms.map(({ term }) => term)).not.toContain("4711");
    const [read] = await test.db.select().from(askArticles).where(eq(askArticles.articleId, id));
    expect(read).toMatchObject({ version: 2, isEncoded: false });
  });

  it("is never answered by the meaning of a sentence that went while it was read", async () => {
    const { id } = await write("Payday", ["Payday is the 25th."]);
    const encode: Encoder["encode"] = async (texts) => {
      if (texts.some((text) => text.includes("25th")))
        await test.db
          .update(articles)
          .set({ body: [], summary: [said("Ask the porter.")] })
          .where(eq(articles.id, id));
      return ENCODER.encode(texts);
    };
    await indexArticlesForAnswers({ db: test.db, encoder: { ...ENCODER, encode } });
    await indexArticlesForAnswers(test.deps);
    const [read] = await test.db.select().from(askArticles).where(eq(askArticles.articleId, id));
    // Two embeddings of 512 bytes: one for the title, one for the only remaining sentence.
    expect(read?.meanings).toHaveLength(2 * 512);
    expect((await test.db.select().from(askTerms).where(eq(askTerms.articleId, id))).map(({ term }) => term)).toContain(
      "porter",
    );
  });

  it("leaves out what was merged away, and finds nothing of another workspace", async () => {
    await write("Label printer", ["Hold pause and cancel."], { state: "dismissed" });
    expect((await ask("label printer")).articles).toEqual([]);
    await write("Fork lift", ["Charge it at night."]);
    expect((await ask("fork lift", await test.signIn())).articles).toEqual([]);
  });

  it.each(["draft", "review", "held"] as const)(
    "is not answered from an article that is not shown (%s)",
    async (state) => {
      await write("Label printer", ["Hold pause and cancel."], { state });
      const viewer = await colleague("viewer");
      expect(JSON.stringify(await ask("label printer", viewer))).not.toMatch(/Hold pause|Label printer/);
    },
  );

  it.each(["draft", "review"] as const)(
    "is offered the unreviewed article (%s) that answers it, where the person may review it",
    async (state) => {
      const { id } = await write("Warranty on grinders", ["Twelve months of warranty for everything."], { state });
      const answer = await ask("warranty on grinders", await colleague("reviewer"));
      expect(answer).toMatchObject({ verdict: "unknown", sentences: [], articles: [] });
      expect(answer.unreviewed).toMatchObject({
        articles: [{ id, title: "Warranty on grinders" }],
        sentences: [{ articleId: id, text: "Twelve months of warranty for everything." }],
      });
    },
  );

  it("of which the library finds a draft or an article with the same words is never one that nobody explained", async () => {
    const hotel = await write(
      "I'm in a hotel in Lyon, VPN says connected",
      ["Pages do not load, it does not work at all.", "Set the MTU of the tunnel to 1280."],
      { state: "draft" },
    );
    for (let n = 0; n < 6; n++) await write(`Holidays ${n}`, ["Five days move to next year.", "The train is paid."]);
    await indexArticlesForAnswers({ db: test.db, encoder: ENCODER });
    const answer = await ask("VPN does not work on the train", await colleague("reviewer"));
    expect(answer.verdict).not.toBe("answered");
    expect([...(answer.related ?? []), ...(answer.unreviewed?.articles ?? [])].map(({ id }) => id)).toContain(hotel.id);
  });

  it("is offered no draft that only has a word of the question, beside what is reviewed and alone", async () => {
    const draft = ["Forklift 2 dies at 2pm since a week.", "Charged all night.", "New battery is 4 grand."];
    await write("Forklift 2 dies at 2pm since a week", draft, { state: "draft" });
    const reviewer = await colleague("reviewer");
    const question = "What do I do when a customer is charged twice?";
    expect((await ask(question, reviewer)).unreviewed).toBeNull();
    await write("Customer was credited twice", ["Book the second credit back and tell the customer."]);
    expect((await ask(question, reviewer)).unreviewed).toBeNull();
  });

  it("is offered the draft of this very question before what is less sure, as what nobody has reviewed", async () => {
    const near = await write("Customer in Oslo ordered three machines", [
      "An invoice for a customer in Norway needs the tariff number of each article.",
      "Up to 6,000 the customer wants no certificate, the sentence on the invoice is enough.",
    ]);
    const reviewer = await colleague("reviewer");
    const question = "customer wants VAT number on invoice";
    expect(await ask(question, reviewer)).toMatchObject({ verdict: "likely", unreviewed: null });
    const { id } = await write(
      "Customer wants their VAT number on an invoice from last month",
      ["You never change the old invoice: you cancel it with a credit note and issue a new one."],
      { state: "draft" },
    );
    const asking = newId();
    const shown = await reviewer.inject({ method: "POST", url: "/api/ask", payload: { question, asking } });
    const answer: AskResponse = shown.json();
    expect(answer).toMatchObject({ verdict: "unknown", sentences: [], unreviewed: { articles: [{ id }] } });
    expect(answer.related).toMatchObject([{ id: near.id }]);
    const stored = await test.db.select().from(answerArticles).where(eq(answerArticles.answerId, asking));
    expect(stored, "articles that were not shown").toEqual([]);
  });

  it("keeps what is published beside an unreviewed draft of the same title, where it answers with a correction", async () => {
    const title = "Can I work from Portugal for six weeks?";
    const doubted = { ...said("You can work from Portugal for three months.", "m0"), doubt: "?", correctedBy: "m1" };
    const corrected = said("Within the EU it is at most 30 days a year.");
    const body = [
      { role: "answer" as const, heading: null, layout: "prose" as const, statements: [doubted, corrected] },
    ];
    const { id } = await write(title, [], { body });
    const draft = await write(title, ["You can work from Portugal for six weeks, nobody minds."], { state: "draft" });
    const answer = await ask(title, await colleague("reviewer"));
    expect(answer).toMatchObject({ verdict: "near", unreviewed: { articles: [{ id: draft.id }] } });
    expect(answer.sentences.map(({ articleId }) => articleId)).toEqual([id, id]);
  });

  it("is never given a sentence without the one that it leans on", async () => {
    await write("The button for actions is missing", [
      "There is no Actions button on the shipment page.",
      "Then it has not been marked delivered yet by the carrier.",
      "Wash the cups on Friday.",
    ]);
    const { sentences } = await ask("has the shipment been marked delivered by the carrier?");
    const texts = sentences.map(({ text }) => text);
    expect(texts).toContain("Then it has not been marked delivered yet by the carrier.");
    expect(texts).toContain("There is no Actions button on the shipment page.");
  });

  it.each(["held", "dismissed", "trashed"] as const)("is offered no article that is %s", async (state) => {
    await write("Warranty on grinders", ["Twelve months of warranty for everything."], { state });
    expect(await ask("warranty on grinders")).toMatchObject({ verdict: "unknown", unreviewed: null });
  });

  it("is offered no draft of a channel that the reviewer may not read, and none that is further off than what is reviewed", async () => {
    const { workspaceId } = person.viewer;
    const channel = await buildChannel(test.db, { workspaceId, name: "finance", isPrivate: true });
    await write("Warranty on grinders", ["Twelve months of warranty."], { state: "draft", channelId: channel.id });
    const reviewer = await colleague("reviewer");
    expect(await ask("warranty on grinders", reviewer)).toMatchObject({ unreviewed: null });
    await write("Cleaning of grinders", ["Wipe the grinders on Fridays."]);
    await write("Grinders in general", ["Many people like them."], { state: "draft" });
    expect((await ask("When are grinders wiped?", reviewer)).unreviewed).toBeNull();
  });

  it("is answered from what this person may read only", async () => {
    const { workspaceId } = person.viewer;
    const channel = await buildChannel(test.db, { workspaceId, name: "finance", isPrivate: true });
    await write("Salaries of zebras", ["Zebras earn a carrot."], { channelId: channel.id });
    expect((await ask("salaries of zebras")).articles).toHaveLength(1);
    expect(JSON.stringify(await ask("salaries of zebras", await colleague("viewer")))).not.toContain("ebra");
  });

  it.each([[""], ["   "], ["x".repeat(501)], ["a\u0000b"]])("'%s' is refused with a sentence", async (question) => {
    const answer = await person.inject({ method: "POST", url: "/api/ask", payload: { question } });
    expect(answer.statusCode).toBe(400);
  });

  it.each(["'; drop table articles; --", "%", "\u202E", "👩‍👩‍👧", "a ".repeat(250)])(
    "'%s' is answered",
    async (question) => {
      await write("Label printer", ["Hold pause and cancel."]);
      expect((await ask(question)).verdict).not.toBe("answered");
    },
  );
});
