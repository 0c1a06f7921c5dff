import { describe, expect, it } from "vitest";
import { readOwnQuestions } from "../../tools/evals/ask-sets.ts";
import type { Encoder } from "../encoder/meaning.ts";
import { createSentenceEncoder } from "../encoder/sentence-encoder.ts";
import { answerFromCollection, parseCollection } from "./answer-question.ts";
import { findClosestTerms } from "./word-statistics.ts";

/** An encoder without embeddings, so that answers depend on words alone. */
const NO_MEANING: Encoder = { encode: async (texts) => texts.map(() => undefined) };

const ARTICLES = [
  {
    id: "vpn",
    title: "VPN says connected but nothing opens",
    sentences: ["Hotel networks drop our large packets.", "Set MTU = 1380 in the profile.", "Save and connect again."],
  },
  { id: "label", title: "Label printer", sentences: ["Hold pause and cancel for two seconds.", "Green means done."] },
  {
    id: "leave",
    title: "Holidays left over",
    sentences: ["Up to five days move to next year.", "Take them by March."],
  },
  {
    id: "grinder",
    title: "How long is the warranty on grinders?",
    sentences: ["12 months for everything.", "Burrs are wear parts."],
  },
  {
    id: "urlaub",
    title: "Wie beantrage ich Urlaub?",
    sentences: ["Im Portal unter Abwesenheit.", "Die Teamleitung gibt ihn frei."],
  },
];

const GIFT_CARDS = {
  id: "gift-cards",
  title: 'Fix: Mail from "Grace" asking you to buy gift cards',
  sentences: [
    `Don't answer, don't forward, don't click "unsubscribe".`,
    "In outlook the button **Report** → **Phishing**.",
    "That sends it to tomás WITH the headers and takes it out of all the other mailboxes too.",
    "If you already clicked or typed a password: call tomás, 4471, at once, at night too.",
    "Nobody gets in trouble for calling.",
    "People get in trouble for not calling.",
  ],
};
const INVOICE = {
  id: "invoice",
  title: "Customer wants their VAT number on an invoice from last month",
  sentences: [
    "They forgot to enter it at checkout.",
    "You never change the old invoice: you cancel it with a credit note and issue a new one.",
    'Then open the invoice → Correct → "Missing tax data".',
  ],
};

const ask = async (question: string) =>
  answerFromCollection(question, await parseCollection(ARTICLES, NO_MEANING), NO_MEANING);

describe("by words alone", () => {
  it.each([
    ["as it is written", "which MTU in the VPN profile", "vpn"],
    ["another form of a word", "calibrating the label printers", "label"],
    ["a typing error", "waranty of the grindr", "grinder"],
    ["a word that stands for it", "guarantee on a mill", "grinder"],
    ["another language", "Urlaub beantragen", "urlaub"],
  ])("finds the article with %s", async (_what, question, id) => {
    expect((await ask(question)).articles[0]?.id).toBe(id);
  });

  it("returns the sentences that answer the question, in reading order", async () => {
    const { sentences } = await ask("What MTU does the profile need?");
    expect(sentences.map(({ articleId, position }) => [articleId, position])).toContainEqual(["vpn", 1]);
    const positions = sentences.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
  });

  it("never answers with the line that says who asked the question and who answered it", async () => {
    const [vpn] = ARTICLES;
    const asked = {
      id: "vpn",
      title: vpn?.title ?? "",
      sentences: ["Asked by Ana, answered by Ben.", ...(vpn?.sentences ?? [])],
    };
    const collection = await parseCollection([asked], NO_MEANING);
    const { sentences } = await answerFromCollection("VPN connected but nothing opens", collection, NO_MEANING);
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.map(({ position }) => position)).not.toContain(0);
  });

  it("a question about an unknown subject gets no answer", async () => {
    const found = await ask("When does the cleaning crew come?");
    expect(found.isAnswered).toBe(false);
    expect(found.score).toBeLessThan(0.5);
  });

  it.each(["", "?", "the and of", "'; drop table articles; --", "\u202E", "x".repeat(5000), "👩‍👩‍👧"])(
    "'%s' is answered without an error",
    async (question) => {
      expect((await ask(question)).isAnswered).toBe(false);
    },
  );

  it("a search without articles gives no answer", async () => {
    const found = await answerFromCollection("Anything?", await parseCollection([], NO_MEANING), NO_MEANING);
    expect(found).toEqual({ articles: [], sentences: [], score: 0, isAnswered: false, candidates: [] });
  });
});

describe("by words and meaning", () => {
  const encoder = createSentenceEncoder();
  const asked = async (question: string) => {
    const collection = await parseCollection([...readOwnQuestions().articles, GIFT_CARDS, INVOICE], encoder);
    return answerFromCollection(question, collection, encoder);
  };

  it("answers whom to call, although the question uses other words than the article", async () => {
    const { score, sentences } = await asked("What number do I call if I clicked on a phishing mail?");
    expect(score).toBeGreaterThan(0.6);
    expect(sentences).toContainEqual(expect.objectContaining({ articleId: GIFT_CARDS.id, position: 3 }));
  });

  it("does not answer with another number when the question asks for the one to call", async () => {
    expect((await asked("What is the number to call?")).articles[0]?.id).not.toBe(INVOICE.id);
    expect((await asked("What is the number to call?")).isAnswered).toBe(false);
    expect((await asked("What number do I call when my baby is ill?")).isAnswered).toBe(false);
  });
});

it("at most a tenth of the direct answers to the demo's questions are wrong", async () => {
  const encoder = createSentenceEncoder();
  const { articles, rows } = readOwnQuestions();
  const collection = await parseCollection(articles, encoder);
  const given: boolean[] = [];
  for (const { question, articles: right } of rows) {
    const found = await answerFromCollection(question, collection, encoder);
    if (found.isAnswered) given.push(right.includes(found.articles[0]?.id ?? ""));
  }
  expect(given.length).toBeGreaterThan(15);
  expect(given.filter((isRight) => !isRight).length / given.length).toBeLessThanOrEqual(0.1);
});

it("only words that differ by a typing error count as misspellings of each other", () => {
  const known = ["printer", "pointer", "painter", "restart", "port"];
  expect(findClosestTerms("prnter", known)).toEqual(["printer"]);
  expect(findClosestTerms("pritner", known)).toEqual(["printer"]);
  expect(findClosestTerms("pot", known)).toEqual([]);
});
