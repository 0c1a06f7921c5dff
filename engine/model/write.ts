import { type Section, type Statement, statementsOf, type WrittenArticle } from "../../shared/domain/article.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import type { Comparison, KnownArticle, Matter, StatementVerdict, WritingInput, Written } from "../contract.ts";
import { redact } from "../redact/redact.ts";
import { cleanText } from "../text/clean-text.ts";
import { acceptStatement } from "./accept.ts";
import { type Checked, checkWithModel } from "./check.ts";
import { confidenceOf } from "./confidence.ts";
import { type Draft, draftOf, GENERAL, type Read } from "./draft.ts";
import { evidenceOf } from "./exact.ts";
import { askTwice, type Model } from "./model.ts";
import { namedIn, namingPeople } from "./people.ts";
import { type StatementAnswer, WRITE, type WriteAnswer } from "./prompts/write.ts";
import { asData, type SafeMessage, type SafeMessages, safeMessagesOf } from "./safe-messages.ts";
import { estimateTokens, sharesOf } from "./tokens.ts";

export type WriteMatter = Pick<Matter, "question" | "gist" | "kind" | "settled">;

const OUTPUT_TOKENS = 8_000;
const MOST_ARTICLES = 8;
const WORDS_PER_MINUTE = 200;
/** How sure the model is that a known article is about the same. */
const SAME_CHANCE = 0.95;
/** Of a conversation too long to be read whole, so much of the room is for its beginning. */
const BEGINNING = 0.3;

/** Articles of a matter, each statement checked, or what it says about an article that is known. Throws `ModelWaits`. */
export async function writeWithModel(
  model: Model,
  conversation: Conversation,
  matter: WriteMatter,
  beside: readonly KnownArticle[],
  how: WritingInput,
): Promise<Written> {
  const told = [matter.question, matter.gist, ...beside.flatMap((one) => statementsOf(one).map(({ text }) => text))];
  const safe = safeMessagesOf(conversation.messages, how.people, told);
  const about = {
    matter: { ...matter, question: safe.safely(matter.question), gist: safe.safely(matter.gist) },
    known: beside.map((one, place) => knownData(one, place, safe)),
    ...styleData(how),
  };
  const { input, output } = sharesOf(model.contextTokens);
  const shown = withinRoom(safe.messages, input - estimateTokens(JSON.stringify(about)));
  const read: Read = { messages: safe.messages, whole: evidenceOf(safe.messages) };
  const sources = conversation.messages.map(({ externalId }) => externalId);
  const answer = await askTwice(model, {
    ...WRITE,
    data: { channel: plain(how.channelName), ...about, messages: asData(shown) },
    // They change with each article that is saved; a conversation whose writer was killed is not written twice for that.
    hints: ["categories", "tags"],
    sources,
    maxOutputTokens: Math.min(OUTPUT_TOKENS, output),
    problemOf: (given) => problemOf(given, beside),
  });
  const known = answer.outcome === "known" && answer.known ? beside[answer.known.article - 1] : undefined;
  if (known) return changesOf(answer, known, { read, safe, matter });
  const articles: WrittenArticle[] = [];
  const verdicts: StatementVerdict[][] = [];
  const isCut = shown.length < safe.messages.length;
  if (answer.outcome === "articles")
    for (const given of answer.articles.slice(0, MOST_ARTICLES)) {
      const draft = draftOf(given, read, how);
      if (!hasBody(draft)) continue;
      const checked = await checkWithModel(model, draft, { ...read, messages: safe.messages }, sources);
      if (!checked.check.publish && !hasBody(checked.draft)) continue;
      const article = articleOf(checked, safe, { settled: matter.settled, isCut, calibration: how.calibration });
      if (!article) continue;
      articles.push(article);
      verdicts.push([...checked.verdicts.values()].map((one) => namedVerdict(one, safe)));
    }
  return { outcome: "articles", articles, why: answer.why ? plain(answer.why).slice(0, 200) : null, verdicts };
}

const namedVerdict = ({ text, verdict, why }: StatementVerdict, { people }: SafeMessages): StatementVerdict => ({
  text: namedIn(text, people),
  verdict,
  why: why && namedIn(why, people),
});

const plain = (text: string) => redact(cleanText(text)).text;
const hasBody = ({ statements }: Draft) => statements.some(({ section }) => section >= 0);

function knownData({ title, asOf, ...said }: KnownArticle, place: number, { safely }: SafeMessages) {
  return {
    number: place + 1,
    title: safely(title),
    asOf: asOf.toISOString().slice(0, 10),
    statements: statementsOf(said).map(({ text }, at) => ({ number: at + 1, text: safely(text) })),
  };
}

const styleData = ({ style, glossary, examples, language, categories, knownTags }: WritingInput) => ({
  ...(language && { language }),
  ...(style && { style }),
  ...(glossary.length > 0 && { glossary }),
  ...(examples.length > 0 && { examples }),
  categories,
  tags: knownTags,
});

/** All of them, or the beginning and the end of a conversation that is longer. */
function withinRoom(messages: SafeMessage[], room: number): SafeMessage[] {
  const tokensOf = ({ text }: SafeMessage) => estimateTokens(text) + 24;
  if (messages.reduce((sum, message) => sum + tokensOf(message), 0) <= room) return messages;
  const take = (from: SafeMessage[], most: number) => {
    let left = most;
    return from.filter((message) => (left -= tokensOf(message)) >= 0);
  };
  const start = take(messages, room * BEGINNING);
  const end = take(messages.slice(start.length).reverse(), room * (1 - BEGINNING)).reverse();
  return [...start, ...end];
}

function problemOf({ outcome, known, articles }: WriteAnswer, beside: readonly KnownArticle[]): string | null {
  if (outcome === "articles")
    return articles.some(({ sections }) => sections.some(({ statements }) => statements.length > 0))
      ? null
      : "The outcome is articles, but there is none with statements.";
  if (outcome === "nothing") return null;
  const article = known && beside[known.article - 1];
  if (!known || !article) return "The outcome is known, but it names no known article.";
  const count = statementsOf(article).length;
  const named = [...known.same, ...known.changed].map(({ statement }) => statement);
  return named.every((number) => number >= 1 && number <= count) ? null : "It names a statement that does not exist.";
}

/** What the messages say about a known article, as an article of its own beside a comparison with it. */
function changesOf(
  { known }: WriteAnswer,
  article: KnownArticle,
  { read, safe, matter }: { read: Read; safe: SafeMessages; matter: WriteMatter },
): Written {
  const said = known ? saidAbout(known, statementsOf(article), read, matter.settled === "settled") : NOTHING_SAID;
  const { pairs, addedStatements, sections, leftOut } = said;
  const contradicts = pairs.some((pair) => pair.relation === "contradicts");
  const relation = contradicts ? "contradicts" : addedStatements.length > 0 ? "adds" : "same";
  return {
    outcome: "known",
    articleId: article.id,
    comparison: { relation, confidence: SAME_CHANCE, pairs, addedStatements },
    article: {
      ...namingPeople({ title: article.title, summary: [], body: sections }, safe.people),
      contentType: article.contentType,
      category: GENERAL,
      difficulty: "beginner",
      priority: "medium",
      tags: [],
      keywords: [],
      estimatedReadTime: 1,
      redactions: safe.redactions,
      form: "written",
      ...(leftOut.length > 0 && { doubts: leftOut }),
    },
  };
}

interface Said {
  pairs: Comparison["pairs"];
  addedStatements: number[];
  sections: Section[];
  leftOut: string[];
}
const NOTHING_SAID: Said = { pairs: [], addedStatements: [], sections: [], leftOut: [] };

/** The statements that confirm, change or add to what an article says; pairs name them by their places in reading order. */
function saidAbout(
  { same, changed, added }: NonNullable<WriteAnswer["known"]>,
  says: readonly Statement[],
  read: Read,
  isSettled: boolean,
): Said {
  const said: Said = { pairs: [], addedStatements: [], sections: [], leftOut: [] };
  let count = 0;
  const put = (role: Section["role"], statement: Statement) => {
    const last = said.sections.at(-1);
    if (last?.role === role) last.statements.push(statement);
    else
      said.sections.push({
        role,
        heading: null,
        layout: role === "steps" ? "steps" : "prose",
        statements: [statement],
      });
    return count++;
  };
  const accept = (given: StatementAnswer) => {
    const accepted = acceptStatement(given, read.messages, read.whole);
    if ("statement" in accepted) return accepted.statement;
    said.leftOut.push(accepted.refused);
    return null;
  };
  for (const { statement, sources } of same) {
    const known = says[statement - 1];
    const ids = [...new Set(sources)].flatMap((number) => read.messages[number - 1]?.externalId ?? []);
    if (!known || ids.length === 0) continue;
    const { form, text, language } = known;
    said.pairs.push({
      known: statement - 1,
      fresh: put("answer", { form, text, language, sources: ids }),
      relation: "same",
    });
  }
  for (const { statement, settled, text, sources } of changed) {
    const change = accept({ form: "sentence", text, language: null, sources });
    if (change)
      said.pairs.push({
        known: statement - 1,
        fresh: put("answer", change),
        relation: "contradicts",
        settled: settled && isSettled,
      });
  }
  const texts = new Set(says.map(({ text }) => text));
  for (const { role, ...given } of added) {
    const addition = accept(given);
    if (addition && !texts.has(addition.text)) said.addedStatements.push(put(role, addition));
  }
  return said;
}

function articleOf(
  checked: Checked,
  safe: SafeMessages,
  how: Parameters<typeof confidenceOf>[1],
): WrittenArticle | null {
  const { draft } = checked;
  const of = (section: number) =>
    draft.statements.filter((one) => one.section === section).map(({ statement }) => statement);
  const body = draft.sections
    .map((section, place) => ({ ...section, statements: of(place) }))
    .filter(({ statements }) => statements.length > 0);
  const [first] = body.flatMap(({ statements }) => statements).filter(({ form }) => form === "sentence");
  if (!first || !draft.title) return null;
  const summary = of(-1);
  const named = namingPeople(
    { title: draft.title, summary: summary.length > 0 ? summary : [first], body },
    safe.people,
  );
  const words = [named.title, ...statementsOf(named).map(({ text }) => text)].join(" ").split(/\s+/).length;
  const { confidence, doubts } = confidenceOf(checked, how);
  return {
    ...named,
    ...draft.labels,
    contentType: draft.kind,
    estimatedReadTime: Math.max(1, Math.ceil(words / WORDS_PER_MINUTE)),
    redactions: safe.redactions,
    confidence,
    doubts,
    form: "written",
    ...(!checked.check.publish && { isRejected: true }),
  };
}
