import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import type { ArticleText, Section, Statement } from "../../../shared/domain/article.ts";
import { buildThread, type StageChannel } from "../../analysis/testing/analysis-stage.ts";
import { conversations } from "../../db/schema.ts";
import { createUnchangedEdit } from "../edit/testing/edit-of.ts";
import { listProposedChanges } from "./accept-proposal.ts";
import { buildProposedContent, pairEditedStatements } from "./knowledge-text.ts";
import { useDedupeHelpers } from "./testing/dedupe-stage.ts";

const { stage, listOf, only, conversationsOf, get, post, inbox, askedTwice, analyseAgain, proposed } =
  useDedupeHelpers();

/** Posts a thread that begins now. */
function say(channel: StageChannel, ...texts: string[]): void {
  const now = Math.floor(Date.now() / 1000) + 1;
  for (const [index, { user = "UANA", text = "" }] of buildThread(...texts).entries())
    stage().team.post(channel.externalId, { user, text, ts: `${now + index}.000100`, thread_ts: `${now}.000100` });
}
const says = (text: string, source: string): Statement => ({
  form: "sentence",
  text,
  language: null,
  sources: [source],
});
const section = (role: Section["role"], layout: Section["layout"], ...statements: Statement[]): Section => ({
  role,
  heading: null,
  layout,
  statements,
});
const shapeOf = ({ body }: ArticleText) =>
  body.map(({ role, layout, statements }) => [role, layout, ...statements.map(({ text }) => text)]);

describe("An edited message", () => {
  const text = (...texts: string[]): ArticleText => ({ summary: texts.map((one) => says(one, "1")), body: [] });
  const none = { relation: "adds" as const, confidence: 1, pairs: [], addedStatements: [1] };
  it("that lost a remark at its beginning and got a step at its end contradicts nothing", () => {
    const [known, fresh] = [text("By the way, hello.", "Press Sync."), text("Press Sync.", "Wait a minute.")];
    expect(pairEditedStatements(known, fresh, none, new Set(["1"]))).toEqual(none);
  });

  it("that says another thing at the same place contradicts what it said there", () => {
    const [known, fresh] = [text("Press Sync.", "Call Ops."), text("Press Sync.", "Leave it alone.")];
    expect(pairEditedStatements(known, fresh, none, new Set(["1"]))).toMatchObject({
      pairs: [{ known: 1, fresh: 1, relation: "contradicts", settled: false }],
      addedStatements: [],
    });
  });
});

describe("An accepted addition", () => {
  const article: ArticleText = {
    summary: [says("Refund the shipment.", "2")],
    body: [
      section("question", "prose", says("How do I refund half an order?", "1")),
      section("answer", "prose", says("Choose the reason.", "2")),
      section("explanation", "prose", says("There's no Actions button for me", "3")),
      section("steps", "steps", says("Press Sync.", "4")),
      section("note", "prose", says("Only for parcels.", "5")),
    ],
  };

  it("is a paragraph of its own under the heading of its role, and never goes on another person's words", () => {
    const added = {
      summary: [],
      body: [
        section("answer", "prose", says("Correction: the reason is Carrier damage.", "9")),
        section("explanation", "prose", says("It changed on Monday.", "10")),
      ],
    };
    expect(shapeOf(buildProposedContent(article, added))).toEqual([
      ["question", "prose", "How do I refund half an order?"],
      ["answer", "prose", "Choose the reason."],
      ["explanation", "prose", "There's no Actions button for me"],
      ["explanation", "prose", "Correction: the reason is Carrier damage."],
      ["steps", "steps", "Press Sync."],
      ["explanation", "prose", "It changed on Monday."],
      ["note", "prose", "Only for parcels."],
    ]);
  });

  it("stands at the end of the answer, not in the question that its message asks again, and is shown there before", () => {
    const asked: ArticleText = {
      summary: [],
      body: [
        section("question", "prose", { ...says("The link has expired.", "1"), sources: ["1", "9"] }),
        section("answer", "prose", says("Send a new one.", "2")),
        section("question", "prose", says("And at a clinic?", "3")),
        section("note", "prose", says("Only for customers.", "5")),
      ],
    };
    const added = {
      summary: [],
      body: [section("explanation", "prose", says("Until then use the code.", "9"))],
    };
    expect(shapeOf(buildProposedContent(asked, added))).toEqual([
      ["question", "prose", "The link has expired."],
      ["answer", "prose", "Send a new one."],
      ["explanation", "prose", "Until then use the code."],
      ["question", "prose", "And at a clinic?"],
      ["note", "prose", "Only for customers."],
    ]);
    const fresh = { ...added, title: "", tags: [], keywords: [] };
    expect(listProposedChanges(asked, { known: null, subject: "", fresh })).toMatchObject([
      {
        section: { role: "answer" },
        after: [{ text: "Until then use the code." }],
        around: { before: "Send a new one.", after: "And at a clinic?" },
      },
    ]);
    const talk = { ...fresh, body: [...fresh.body, section("explanation", "prose", says("Booking!!", "9"))] };
    expect(
      listProposedChanges(asked, { known: null, subject: "", fresh: talk }).map(({ isSmallTalk }) => isSmallTalk),
      "side talk is marked",
    ).toEqual([undefined, true]);
    const unanswered = { summary: [says("Send a new one.", "2")], body: asked.body.slice(0, 1) };
    expect(shapeOf(buildProposedContent(unanswered, added))).toEqual([
      ["question", "prose", "The link has expired."],
      ["answer", "prose", "Until then use the code."],
    ]);
  });

  it("is the last entry of a list, and a direct answer stands before what explains it", () => {
    const added = {
      summary: [says("It takes a day.", "9")],
      body: [
        section("steps", "steps", says("Reload.", "9")),
        section("answer", "prose", says("Ask Nadia otherwise.", "9")),
      ],
    };
    expect(shapeOf(buildProposedContent({ summary: [], body: article.body.slice(1, 4) }, added))).toEqual([
      ["answer", "prose", "Choose the reason."],
      ["explanation", "prose", "There's no Actions button for me"],
      ["explanation", "prose", "It takes a day."],
      ["explanation", "prose", "Ask Nadia otherwise."],
      ["steps", "steps", "Press Sync.", "Reload."],
    ]);
  });
});

describe("A sentence that a person replaced", () => {
  it("is not offered again until somebody says it anew", async () => {
    const words = ["KNOW how ABOUT-mine works?", "press the button", "then wait a minute"];
    const channel = await askedTwice(words, words);
    const article = await only(channel);
    const page = await get<ArticlePage>(channel, `/api/articles/${article.id}`);
    const edit = createUnchangedEdit(page);
    const sections = edit.sections.map((one) => ({
      ...one,
      statements: one.statements.map((statement) => ({
        ...statement,
        text: statement.text.replace("then wait a minute", "It needs no pause."),
      })),
    }));
    const saved = await channel.person.inject({
      method: "PUT",
      url: `/api/articles/${article.id}/content`,
      payload: { ...edit, sections },
    });
    expect(saved.statusCode, saved.body).toBe(200);
    await analyseAgain(channel);
    expect((await inbox(channel)).items).toEqual([]);

    say(channel, ...words);
    await channel.run("analyse");
    expect((await inbox(channel)).items).toMatchObject([
      { kind: "proposal", changes: [{ after: [{ text: "then wait a minute" }] }] },
    ]);
  });
});

describe("A proposal", () => {
  it("holds the additions of one conversation, so that two conversations are decided one by one", async () => {
    const { channel, item } = await proposed("ABOUT-one", "then wait a minute");
    say(channel, "KNOW how ABOUT-one works?", "press the button", "then dance");
    await channel.run("analyse");
    const { items } = await inbox(channel);
    expect(items.map((one) => one.kind === "proposal" && one.changes.map(({ after }) => after?.[0]?.text))).toEqual([
      ["then dance"],
      ["then wait a minute"],
    ]);
    expect(items.map(({ id }) => id)).toContain(item.id);
  });

  it("keeps the step that is asked as a conflict when it becomes an article, and takes its conversation along", async () => {
    const channel = await askedTwice(
      ["KNOW how ABOUT-step works?", "the limit is 30 seconds"],
      ["KNOW again ABOUT-step works?", "the limit is 90 seconds", "then restart the worker"],
    );
    const items = (await inbox(channel)).items;
    expect(items.map(({ kind }) => kind).toSorted()).toEqual(["conflict", "proposal"]);
    const proposal = items.find(({ kind }) => kind === "proposal");
    if (proposal?.kind !== "proposal") throw new Error("There is no proposal.");
    const url = `/api/inbox/${proposal.id}/decide`;
    const decided = await post(channel, url, { choice: "own-article", title: "How to restart" });
    expect(decided.statusCode, decided.body).toBe(200);
    const [known, own] = await listOf(channel);
    expect(own?.bodyText).toMatch(/the limit is 90 seconds\s+then restart the worker/);
    expect(known?.bodyText).not.toContain("90");
    expect((await inbox(channel)).items).toEqual([]);
    expect((await conversationsOf(channel)).map(({ articleId }) => articleId)).toEqual([known?.id, own?.id]);
    await analyseAgain(channel);
    expect((await inbox(channel)).items).toEqual([]);

    expect((await post(channel, `/api/inbox/${decided.json().undo.id}/undo`)).statusCode).toBe(200);
    expect((await conversationsOf(channel)).map(({ articleId }) => articleId)).toEqual([known?.id, known?.id]);
    expect(await stage().db.$count(conversations, eq(conversations.fingerprint, ""))).toBe(1);
    await channel.run("analyse");
    expect((await inbox(channel)).items.map(({ kind }) => kind).toSorted()).toEqual(["conflict", "proposal"]);
  });
});
