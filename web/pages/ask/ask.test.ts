import { describe, expect, it } from "vitest";
import type { AnswerEvent, AskResponse } from "../../../shared/contract/ask.ts";
import { parseInline } from "../../../shared/markdown/parse-inline.ts";
import { findAccessibilityViolations } from "../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../testing/browser.ts";
import { EventReply, Reply } from "../../testing/fake-server.ts";
import * as sample from "../../testing/sample-data.ts";
import { see } from "../../testing/see.ts";

const app = useAppInBrowser();

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const TEXT = "Hold **pause** and cancel for two seconds.";
const VERIFIED = { confirmedAt: "2026-10-30T09:00:00.000Z", confirmedBy: "Robin Sample", isDue: false };
const ANSWER: AskResponse = {
  written: null,
  unreviewed: null,
  wiki: null,
  verdict: "answered",
  score: 0.93,
  sentences: [
    {
      articleId: sample.idOf(1),
      articleTitle: "The label printer gives empty labels",
      form: "sentence",
      text: TEXT,
      inline: parseInline(TEXT),
      language: null,
      doubt: null,
      contradiction: {
        inline: parseInline("Hold pause alone."),
        note: parseInline("Luca said otherwise in #it-help on 3 October 2026; nobody has decided yet."),
      },
      sources: [
        {
          id: "m1",
          authorName: "Tomás",
          channelName: "it-help",
          sentAt: "2026-10-01T09:00:00.000Z",
          permalink: "https://example.slack.com/archives/C1/p1",
        },
      ],
    },
  ],
  articles: [
    {
      id: sample.idOf(1),
      title: "The label printer gives empty labels",
      summary: "",
      updatedAt: "2026-10-01T09:00:00.000Z",
      freshness: VERIFIED,
    },
    {
      id: sample.idOf(2),
      title: "Scanners lose the network",
      summary: "",
      updatedAt: "2026-09-01T09:00:00.000Z",
      freshness: VERIFIED,
    },
  ],
  people: ["Tomás"],
};

/** A sentence of the other article. */
const ANOTHERS: AskResponse["sentences"][number] = {
  ...(ANSWER.sentences[0] as AskResponse["sentences"][number]),
  articleId: sample.idOf(2),
  articleTitle: "Scanners lose the network",
  text: "Hold the scanner for a minute.",
  inline: parseInline("Hold the scanner for a minute."),
  contradiction: null,
};

describe("asking", () => {
  it("says how many sentences of the quoted section the answer leaves out, and leads to them", async () => {
    const leftOut = [{ articleId: sample.idOf(1), section: 1, heading: "Deadlines", count: 2 }];
    app.server.answer("POST /api/ask", () => ({ ...ANSWER, leftOut }));
    const page = await app.open("/ask?q=damaged+pallet");
    const link = page.getByRole("link", { name: "2 more sentences in “Deadlines”" });
    await see(link).toHaveAttribute("href", `/articles/${sample.idOf(1)}#section-2`);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it.each([
    [VERIFIED, /^Answer for: /, "Verified by Robin Sample, 30 Oct 2026"],
    [{ ...VERIFIED, isDue: true }, /^Answer for: /, "Verified by Robin Sample, 30 Oct 2026 · due for review"],
    [
      { ...VERIFIED, confirmedAt: "2026-09-30T09:00:00.000Z" },
      /^Likely answer for: /,
      "Changed since Robin Sample verified it",
    ],
    [{ confirmedAt: null, confirmedBy: null, isDue: false }, /^Likely answer for: /, "Not yet verified"],
  ])(
    "says whether somebody verified the article, and calls only such an answer sure: %j",
    async (freshness, grade, state) => {
      const [article, ...others] = ANSWER.articles;
      app.server.answer("POST /api/ask", () => ({ ...ANSWER, articles: [{ ...article, freshness }, ...others] }));
      const page = await app.open("/ask?q=empty+label", { viewport: { width: 360, height: 740 } });
      const answer = page.getByRole("region", { name: "Answer" });
      await see(answer.getByRole("heading", { name: grade })).toBeVisible();
      await see(answer.getByText(state, { exact: true })).toBeVisible();
      await see(answer.getByText("Check it against its source.")).toHaveCount(String(grade).includes("Likely") ? 1 : 0);
      expect(await findAccessibilityViolations(page)).toEqual([]);
    },
  );

  it("says that an answer takes longer than usual while it does, and no more once it is there", async () => {
    const arrives = Promise.withResolvers<AskResponse>();
    app.server.answer("POST /api/ask", () => arrives.promise);
    const page = await app.open("/ask", {});
    await page.clock.install();
    await page.getByLabel("Your question").fill("Where is the key?");
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect.poll(() => app.callsTo("POST /api/ask")).toHaveLength(1);
    const note = page.getByText("This takes longer than usual.");
    await page.clock.runFor(9_000);
    await see(note).toHaveCount(0);
    await page.clock.runFor(2_000);
    await see(note).toBeVisible();
    arrives.resolve(ANSWER);
    await see(page.getByText("and cancel for two seconds.")).toBeVisible();
    await see(note).toHaveCount(0);
  });

  it("shows the sentences with who said them where, what contradicts them, and their article; the address is the question", async () => {
    app.server.answer("POST /api/ask", () => ANSWER);
    const page = await app.open("/ask");
    await see(page.getByRole("heading", { name: "Ask", exact: true })).toBeVisible();
    await see(page.getByRole("searchbox", { name: "Your question" })).toBeFocused();
    await page.keyboard.type("why is my label empty?");
    await page.keyboard.press("Enter");
    const answer = page.getByRole("region", { name: "Answer" });
    await see(answer.getByRole("heading", { name: "Answer" })).toBeVisible();
    await see(answer.getByRole("heading", { name: `Answer for: ${ANSWER.articles[0]?.title}` })).toBeVisible();
    await see(answer).toContainText("Hold pause and cancel for two seconds.");
    await see(answer).toContainText("Luca said otherwise in #it-help on 3 October 2026");
    await see(answer.getByRole("link", { name: /Tomás in #it-help/ })).toHaveAttribute(
      "href",
      "https://example.slack.com/archives/C1/p1",
    );
    await see(answer.getByRole("link", { name: "The label printer gives empty labels" })).toHaveAttribute(
      "href",
      `/articles/${sample.idOf(1)}`,
    );
    expect(new URL(page.url()).searchParams.get("q")).toBe("why is my label empty?");
    expect(app.bodiesTo("POST /api/ask")).toEqual([
      { question: "why is my label empty?", asking: expect.stringMatching(UUID) },
    ]);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("begins within 80 px of the page's top on a phone", async () => {
    const page = await app.open("/ask?q=How+do+I+restart+a+stuck+deploy", { viewport: { width: 360, height: 740 } });
    const title = await page.getByRole("heading", { name: "Ask", level: 1 }).boundingBox();
    const field = await page.getByLabel("Your question").boundingBox();
    expect((field?.y ?? 999) - (title?.y ?? 0)).toBeLessThanOrEqual(80);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  });

  it("keeps a phone's keyboard away from the answer", async () => {
    app.server.answer("POST /api/ask", () => ANSWER);
    const page = await app.open("/ask", { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
    const field = page.getByRole("searchbox", { name: "Your question" });
    await see(field).toBeFocused();
    await field.fill("why is my label empty?");
    await page.getByRole("button", { name: "Ask", exact: true }).tap();
    await see(page.getByRole("heading", { name: "Answer" })).toBeVisible();
    await see(field).not.toBeFocused();
  });

  it("a link with a question opens its answer; what is only near names who may know", async () => {
    app.server.answer("POST /api/ask", () => ({ ...ANSWER, verdict: "near" }));
    const page = await app.open("/ask?q=Where+is+the+key%3F");
    await see(page.getByRole("searchbox", { name: "Your question" })).toHaveValue("Where is the key?");
    await see(page.getByRole("heading", { name: "Closest answers" })).toBeVisible();
    await see(page.getByText("Tomás explained this and may know more.")).toBeVisible();
    await see(page.getByRole("region", { name: "Related articles" })).toContainText("Scanners lose the network");
  });

  it("a likely answer names its article, and asks to check the source", async () => {
    app.server.answer("POST /api/ask", () => ({ ...ANSWER, verdict: "likely" }));
    const page = await app.open("/ask?q=Where+is+the+key%3F");
    await see(page.getByRole("heading", { name: /^Likely answer for: / })).toBeVisible();
    await see(page.getByText("Check it against its source.")).toBeVisible();
    await see(page.getByText("This may not answer your question.")).toHaveCount(0);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("offers a draft that answers as what nobody has reviewed yet, and leads to it", async () => {
    const unreviewed = { sentences: ANSWER.sentences, articles: ANSWER.articles.slice(0, 1) };
    const nothing = { ...ANSWER, verdict: "unknown" as const, sentences: [], articles: [], people: [] };
    app.server.answer("POST /api/ask", () => ({ ...nothing, unreviewed }));
    const page = await app.open("/ask?q=Where+is+the+key%3F");
    await see(page.getByRole("heading", { name: "No reviewed article answers this" })).toBeVisible();
    const draft = page.getByRole("region", { name: "Draft" });
    await see(draft).toContainText("Nobody has reviewed it yet.");
    await see(draft).toContainText("Hold pause and cancel for two seconds.");
    await see(draft.getByRole("link", { name: /^Review/ })).toHaveAttribute("href", `/articles/${sample.idOf(1)}`);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("offers a draft below what a reviewed article says, never above it", async () => {
    const unreviewed = {
      sentences: ANSWER.sentences.map((sentence) => ({ ...sentence, text: "Forklifts charge all night.", inline: [] })),
      articles: ANSWER.articles.slice(0, 1),
    };
    app.server.answer("POST /api/ask", () => ({ ...ANSWER, verdict: "near" as const, unreviewed }));
    const page = await app.open("/ask?q=Where+is+the+key%3F");
    const draft = page.getByRole("region", { name: "Draft" });
    await see(draft).toBeVisible();
    const reviewed = page.getByText("Hold pause and cancel for two seconds.").first();
    const [above, below] = [await reviewed.boundingBox(), await draft.boundingBox()];
    expect(above?.y ?? Number.NaN).toBeLessThan(below?.y ?? Number.NaN);
  });

  it("leads from a claim to the passage of a page that it cites", async () => {
    const said = { headings: [], form: "sentence" as const, text: "Shoes come back within 30 days.", otherwise: [] };
    const found = {
      id: sample.idOf(3),
      title: "Returns policy",
      url: "https://wiki.example/returns",
      platform: "confluence",
      editedAt: null,
      editedBy: null,
      confirmed: null,
      passages: [said],
    };
    const nothing = { ...ANSWER, verdict: "answered" as const, sentences: [], articles: [], people: [] };
    const words = "You have 30 days.";
    const written = [{ text: words, inline: parseInline(words), sentences: [], passages: [{ page: 0, passage: 0 }] }];
    app.server.answer("POST /api/ask", () => ({ ...nothing, written, wiki: { isAnswered: true, pages: [found] } }));
    const page = await app.open("/ask?q=When+do+shoes+come+back%3F");
    await page.getByRole("button", { name: "Go to source a" }).click();
    await see(page.locator(":focus")).toContainText("[a] Shoes come back within 30 days.");
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("shows what a page of the wiki says where no article answers, with its heading, date and link", async () => {
    const passage = {
      headings: ["Returns", "Shoes"],
      form: "sentence" as const,
      text: "Shoes come back within 30 days.",
      otherwise: [
        {
          text: "Since September it is 14 days.",
          source: "Jonas Berg in #returns",
          at: "2026-09-14T10:20:00.000Z",
          url: "https://chat.example/1",
          articleId: null,
          findingId: sample.idOf(4),
        },
      ],
    };
    const found = {
      id: sample.idOf(3),
      title: "Returns policy",
      url: "https://wiki.example/returns",
      platform: "confluence",
      editedAt: "2026-03-01T09:00:00.000Z",
      editedBy: "Ingrid",
      confirmed: {
        times: 4,
        said: { channelName: "support", at: "2026-10-03T09:00:00.000Z" },
        verified: { by: "Ada Lovelace", at: "2026-10-05T09:00:00.000Z" },
      },
      passages: [passage],
    };
    const nothing = { ...ANSWER, verdict: "unknown" as const, sentences: [], articles: [], people: [] };
    app.server.answer("POST /api/ask", () => ({ ...nothing, wiki: { isAnswered: true, pages: [found] } }));
    const page = await app.open("/ask?q=When+do+shoes+come+back%3F");
    await see(page.getByRole("heading", { name: "Answer" })).toBeVisible();
    await see(page.getByText("No answer found")).toHaveCount(0);
    const pages = page.getByRole("region", { name: "Pages of your wiki" });
    await see(pages).toContainText("Returns › Shoes");
    await see(pages).toContainText("Shoes come back within 30 days.");
    await see(pages).toContainText("by Ingrid");
    await see(pages).toContainText(
      "Asked 4 times, confirmed in #support on 3 Oct 2026. Verified by Ada Lovelace on 5 Oct 2026.",
    );
    await see(pages).toContainText("Jonas Berg in #returns says otherwise");
    await see(pages).toContainText("“Since September it is 14 days.”");
    await see(pages.getByRole("link", { name: /Returns policy/ })).toHaveAttribute("href", found.url);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    app.server.answer("POST /api/answers/:id/opened", () => ({ success: true }));
    await pages.getByRole("link", { name: /Returns policy/ }).click();
    await expect.poll(() => app.bodiesTo(`POST /api/answers/${asking()}/opened`)).toEqual([{ pageId: found.id }]);
    const unlinked = {
      ...found,
      url: "",
      passages: [
        { ...passage, otherwise: [] },
        { ...passage, text: "Boots, too.", otherwise: [] },
      ],
    };
    app.server.answer("POST /api/ask", () => ({ ...nothing, wiki: { isAnswered: false, pages: [unlinked] } }));
    await page.reload();
    await see(page.getByRole("heading", { name: "Closest answers" })).toBeVisible();
    await see(page.getByText("Read the page before you rely on it.")).toBeVisible();
    await see(pages).toContainText("Returns policy");
    await see(pages.getByRole("link")).toHaveCount(0);
    await see(pages.getByText("Returns › Shoes")).toHaveCount(1);
  });

  it("names channels that were not read yet last, only to those who may have them read, and leads them there", async () => {
    const nothing = { ...ANSWER, verdict: "unknown" as const, sentences: [], articles: [], people: [] };
    const pages = [
      { id: ANSWER.articles[0]?.id ?? "", title: "Leave", url: "https://wiki.example/9", platform: "notion" },
    ];
    let found: object = { ...nothing, unreadChannels: ["hr"] };
    app.server.answer("POST /api/ask", () => found as typeof ANSWER);
    const page = await app.open("/ask?q=May+I+work+from+Spain%3F");
    const answer = page.getByRole("region", { name: "Answer" });
    await see(answer.getByRole("heading", { name: "No answer found" })).toBeVisible();
    await see(answer).toContainText("#hr has not been read yet.");
    await see(answer.getByRole("link", { name: "Read channels" })).toHaveAttribute("href", "/channels");
    found = { ...nothing, relatedPages: pages, unreadChannels: ["hr"] };
    await page.reload();
    await see(answer).toContainText(/Perhaps related.*#hr has not been read yet\. Read channels/);
    app.server.answer("GET /api/auth/user", () => ({ ...sample.user, membership: "viewer" }));
    await page.reload();
    await see(answer.getByRole("region", { name: "Perhaps related" })).toBeVisible();
    await see(answer).not.toContainText("not been read");
    app.server.answer("GET /api/auth/user", () => sample.user);
    found = { ...nothing, relatedPages: pages };
    await page.reload();
    await see(answer.getByRole("heading", { name: "No sure answer" })).toBeVisible();
    const list = answer.getByRole("region", { name: "Perhaps related" });
    await see(list.getByRole("link", { name: "Leave" })).toHaveAttribute("href", "https://wiki.example/9");
    await see(answer).not.toContainText("not been read");
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("says for an unknown answer where the question is now, and leads to what may be related", async () => {
    const [first, ...others] = ANSWER.articles;
    if (!first) throw new Error("There is no article.");
    const related = [first, ...others.map((article) => ({ ...article, isDraft: true as const }))];
    const nothing = { ...ANSWER, verdict: "unknown" as const, sentences: [], articles: [], people: [], related };
    app.server.answer("POST /api/ask", () => nothing);
    const page = await app.open("/ask?q=Where+is+the+key%3F");
    const answer = page.getByRole("region", { name: "Answer" });
    await see(answer.getByRole("heading", { name: "No sure answer" })).toBeVisible();
    await see(page.getByText("No answer found")).toHaveCount(0);
    await see(answer).toContainText("Your question is now under Open Questions, without your name.");
    const list = answer.getByRole("region", { name: "Perhaps related" });
    await see(list.getByRole("link", { name: first.title })).toHaveAttribute("href", `/articles/${first.id}`);
    await see(list).toContainText("Scanners lose the network Draft");
    await see(page.getByRole("textbox", { name: "Follow-up question" })).toHaveCount(0);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it("leaves it to the person whether the question is listed, and says that they are told then", async () => {
    const put = () => app.server.calls.filter(({ method, path }) => method === "PUT" && path.endsWith("/listing"));
    const nothing = { ...ANSWER, verdict: "unknown" as const, sentences: [], articles: [], people: [] };
    app.server.answer("POST /api/ask", () => nothing);
    const page = await app.open("/ask?q=beans");
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.getByRole("button", { name: "Do not list this" }).click();
    await see(answer).toContainText("Your question is not listed.");
    app.server.answer("POST /api/ask", () => ({ ...ANSWER, verdict: "near" as const }));
    const near = await app.open("/ask?q=button");
    await see(near.getByText("Not what you asked?")).toBeVisible();
    await near.getByRole("button", { name: "List my question" }).click();
    await see(near.getByText("You are told once an article answers it.")).toBeVisible();
    await see(near.getByRole("button", { name: "Do not list this" })).toBeVisible();
    expect(await findAccessibilityViolations(near)).toEqual([]);
    await expect
      .poll(() => put().map(({ body }) => body))
      .toEqual([
        { question: "beans", isListed: false },
        { question: "button", isListed: true },
      ]);
  });

  it("says what happened when the server does not answer, and asks again at a press", async () => {
    app.server.answer("POST /api/ask", () => new Reply(500, { message: "Broken." }));
    const page = await app.open("/ask?q=Where");
    await see(page.getByText("This could not be loaded.")).toBeVisible();
    app.server.answer("POST /api/ask", () => ANSWER);
    await page.getByRole("button", { name: "Try again" }).click();
    await see(page.getByRole("heading", { name: "Answer" })).toBeVisible();
  });
});

const asking = () => (app.bodiesTo("POST /api/ask").at(-1) as { asking: string }).asking;

describe("an answer", () => {
  const votes = () => app.callsTo(`PUT /api/answers/${asking()}`).map(({ body }) => body);
  const question = "why?";

  it("is said to be right, wrong or outdated by keyboard, with a sentence; a second press takes it back", async () => {
    app.server.answer("POST /api/ask", () => ANSWER);
    const page = await app.open("/ask?q=why%3F");
    const feedback = page.getByRole("region", { name: "Is this right?" });
    await feedback.getByRole("button", { name: "Right" }).focus();
    await page.keyboard.press("Enter");
    await see(feedback.getByRole("button", { name: "Right" })).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await see(feedback).toContainText("Reported: it is in the inbox now, with your name and your question.");
    await feedback.getByRole("textbox", { name: "What has changed? (optional)" }).fill("It is green now.");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await see(feedback).toContainText("Thank you.");
    await feedback.getByRole("button", { name: "Outdated" }).click();
    await see(feedback.getByRole("button", { name: "Outdated" })).toHaveAttribute("aria-pressed", "false");
    await expect.poll(votes).toEqual([
      { question, vote: "right" },
      { question, vote: "outdated" },
      { question, vote: "outdated", note: "It is green now." },
      { question, vote: null },
    ]);
  });

  it("says so when it could not be saved, and shows what holds", async () => {
    app.server.answer("POST /api/ask", () => ({ ...ANSWER, vote: "right" }));
    app.server.answer("PUT /api/answers/:id", () => new Reply(409, { message: "20 reports wait already." }));
    const page = await app.open("/ask?q=why%3F");
    await page.getByRole("button", { name: "Wrong" }).click();
    await see(page.getByText("20 reports wait already.", { exact: true })).toBeVisible();
    await see(page.getByRole("button", { name: "Right" })).toHaveAttribute("aria-pressed", "true");
  });

  it("is the same for whoever comes back from its article or loads the page again, and another when it is asked again", async () => {
    app.server.answer("POST /api/ask", () => ANSWER);
    const page = await app.open("/ask?q=why%3F");
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.getByRole("link", { name: "The label printer gives empty labels" }).click();
    await see(page).toHaveURL(/\/articles\//);
    const first = asking();
    expect(app.bodiesTo(`POST /api/answers/${first}/opened`)).toEqual([{ articleId: sample.idOf(1) }]);
    await page.goBack();
    await see(answer.getByRole("heading", { name: "Answer" })).toBeVisible();
    await page.reload();
    await see(answer.getByRole("heading", { name: "Answer" })).toBeVisible();
    expect(asking()).toBe(first);
    const before = app.bodiesTo("POST /api/ask").length;
    await page.getByRole("button", { name: "Ask", exact: true }).click();
    await expect.poll(() => app.bodiesTo("POST /api/ask").length).toBe(before + 1);
    expect(asking()).not.toBe(first);
  });

  it("of which nothing is shown is not asked about", async () => {
    app.server.answer("POST /api/ask", () => ({ ...ANSWER, verdict: "unknown", sentences: [] }));
    const page = await app.open("/ask?q=why%3F");
    await see(page.getByRole("heading", { name: "No answer found" })).toBeVisible();
    expect(await page.getByRole("button", { name: "Right" }).count()).toBe(0);
  });
});

describe("an answer that a model writes", () => {
  const claim = (text: string) => ({ text, inline: parseInline(text), sentences: [0], passages: [] });

  it("shows the sentences at once and each claim as it comes, with the way to its source", async () => {
    const gate = Promise.withResolvers<void>();
    async function* events(): AsyncGenerator<AnswerEvent> {
      yield { type: "found", answer: ANSWER, isBeingWritten: true };
      yield { type: "claim", claim: claim("Hold **pause** for two seconds."), sentences: ANSWER.sentences, pages: [] };
      await gate.promise;
      yield { type: "claim", claim: claim("Hold cancel too."), sentences: ANSWER.sentences, pages: [] };
      const written = [claim("Hold **pause** for two seconds."), claim("Hold cancel too.")];
      yield { type: "end", answer: { ...ANSWER, written } };
    }
    app.server.answer("POST /api/ask", () => new EventReply(events()));
    const page = await app.open("/ask?q=why%3F");
    const answer = page.getByRole("region", { name: "Answer" });
    await see(answer).toContainText("Hold pause and cancel for two seconds.");
    await see(answer).toContainText("Hold pause for two seconds. [1] Writing from what the team said…");
    await see(answer).toHaveAttribute("aria-busy", "false");
    expect(await findAccessibilityViolations(page)).toEqual([]);
    gate.resolve();
    await see(answer).toContainText("Hold cancel too. [1]");
    await see(answer).toContainText("Written by a language model from the sentences below.");
    await see(answer).toContainText("Luca said otherwise in #it-help on 3 October 2026");
    const address = page.url();
    await answer.getByRole("button", { name: "Go to source 1" }).first().press("Enter");
    await see(page.locator("#sentence-1")).toBeFocused();
    expect(page.url()).toBe(address);
  });

  it("names every article it stands on, also where the search alone found no answer", async () => {
    const gate = Promise.withResolvers<void>();
    const found: AskResponse = { ...ANSWER, verdict: "unknown", sentences: [], articles: [], people: [] };
    const sentences = [ANOTHERS, ...ANSWER.sentences];
    const written = [{ ...claim("Hold it for a minute."), sentences: [0, 1] }];
    async function* events(): AsyncGenerator<AnswerEvent> {
      yield { type: "found", answer: found, isBeingWritten: true };
      await gate.promise;
      yield { type: "end", answer: { ...ANSWER, sentences, written } };
    }
    app.server.answer("POST /api/ask", () => new EventReply(events()));
    const page = await app.open("/ask?q=why%3F");
    const answer = page.getByRole("region", { name: "Answer" });
    await see(answer.getByRole("heading", { name: "Reading the articles…" })).toBeVisible();
    await see(answer).not.toContainText("No answer found");
    gate.resolve();
    await see(answer.getByRole("heading", { name: "Answer" })).toBeVisible();
    await see(answer).toContainText("Hold it for a minute. [1][2]");
    await see(answer).toContainText("From The label printer gives empty labels");
    await see(answer).toContainText("From Scanners lose the network");
    await see(answer.getByRole("region", { name: "Related articles" })).toHaveCount(0);
  });

  it("gives way to the sentences when too little is left of it, and when the connection breaks", async () => {
    async function* events(): AsyncGenerator<AnswerEvent> {
      yield { type: "found", answer: ANSWER, isBeingWritten: true };
      yield { type: "claim", claim: claim("Hold it."), sentences: [ANOTHERS], pages: [] };
    }
    app.server.answer("POST /api/ask", () => new EventReply(events()));
    const page = await app.open("/ask?q=why%3F");
    const answer = page.getByRole("region", { name: "Answer" });
    await see(answer).toContainText("Hold pause and cancel for two seconds.");
    await see(answer).not.toContainText("Hold it.");
    await see(answer).not.toContainText("Writing");
  });

  it("a follow-up is asked with the question that it goes on from, and says so", async () => {
    app.server.answer("POST /api/ask", () => ANSWER);
    const page = await app.open("/ask?q=why%3F");
    await page.getByRole("textbox", { name: "Follow-up question" }).fill("and on Windows?");
    await page.keyboard.press("Enter");
    await see(page.getByText("Goes on from")).toContainText("why?");
    await expect
      .poll(() => app.bodiesTo("POST /api/ask").at(-1))
      .toEqual({ question: "and on Windows?", previous: "why?", asking: expect.stringMatching(UUID) });
  });
});

describe("asking without leaving where one is", () => {
  it("Enter in the palette answers in the palette, with sources and a vote; Enter again opens the same answer in Ask", async () => {
    app.server.answer("POST /api/ask", () => ANSWER);
    app.server.answer("GET /api/articles/search", () => []);
    const page = await app.open("/logs");
    await see(page.getByRole("heading", { name: "Logs & Errors" })).toBeVisible();
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "Find anything" });
    await see(palette.getByRole("combobox")).toBeFocused();
    await page.keyboard.type("why is my label empty?");
    await see(palette.getByRole("option", { name: "Ask “why is my label empty?”" })).toBeVisible();
    await page.keyboard.press("Enter");
    const answer = palette.getByRole("region", { name: "Answer" });
    await see(answer).toContainText("Hold pause and cancel for two seconds.");
    await see(answer.getByRole("link", { name: /Tomás in #it-help/ })).toBeVisible();
    await see(answer.getByRole("button", { name: "Wrong" })).toBeVisible();
    await see(answer.getByRole("button", { name: "Copy link" })).toBeVisible();
    expect(new URL(page.url()).pathname).toBe("/logs");
    expect(await findAccessibilityViolations(page)).toEqual([]);

    // Changing the text makes it another question, so the list returns.
    await page.keyboard.type("!?");
    await see(answer).toHaveCount(0);
    await see(palette.getByRole("option", { name: "Ask “why is my label empty?!?”" })).toBeVisible();
    await page.keyboard.press("Enter");
    await see(answer).toContainText("Hold pause and cancel for two seconds.");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/ask?q=why+is+my+label+empty%3F%21%3F");
    await see(palette).toHaveCount(0);
    await see(page.getByRole("region", { name: "Answer" })).toContainText("Hold pause and cancel for two seconds.");
    // Continuing in Ask does not ask again.
    const askings = app.bodiesTo("POST /api/ask").map((body) => (body as { asking: string }).asking);
    expect(askings).toHaveLength(3);
    expect(askings[2]).toBe(askings[1]);
  });

  it("a question typed into the library's search is answered above the articles, until other words are searched; 'back' shows it again", async () => {
    app.server.answer("POST /api/ask", () => ANSWER);
    const page = await app.open("/articles");
    const search = page.getByRole("searchbox", { name: "Search articles" });
    await search.fill("label printer");
    await see(page.getByRole("button", { name: /^Ask/ })).toHaveCount(0);
    await search.fill("why is my label empty?");
    await see(page.getByRole("button", { name: "Ask “why is my label empty?”" })).toBeVisible();
    await search.press("Enter");
    const answer = page.getByRole("region", { name: "Answer" });
    await see(answer).toContainText("Hold pause and cancel for two seconds.");
    await see(page.getByRole("button", { name: "Ask “why is my label empty?”" })).toHaveCount(0);
    expect(await findAccessibilityViolations(page)).toEqual([]);

    await answer.getByRole("link", { name: "Open in Ask" }).click();
    await page.waitForURL("**/ask?q=*");
    await see(page.getByRole("heading", { name: "Ask", exact: true })).toBeVisible();
    await page.goBack();
    await see(answer).toContainText("Hold pause and cancel for two seconds.");
    const askings = app.bodiesTo("POST /api/ask").map((body) => (body as { asking: string }).asking);
    expect(new Set(askings).size).toBe(1);

    await search.fill("label printer");
    await see(answer).toHaveCount(0);
    await expect.poll(() => new URL(page.url()).searchParams.get("keywords")).toBe("label printer");
    await see(answer).toHaveCount(0);
  });
});
