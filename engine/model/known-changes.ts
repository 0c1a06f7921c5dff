import { listStatements, type Section, type Statement } from "../../shared/domain/article.ts";
import type { Comparison, KnownArticle, MatterToWrite, WritingResult } from "../contract.ts";
import { GENERAL_CATEGORY, type SourceMessages } from "./draft.ts";
import { collectEvidence } from "./exact-evidence.ts";
import { insertPeopleNames } from "./people.ts";
import type { StatementAnswer, WriteAnswer } from "./prompts/write.ts";
import type { SafeMessages } from "./safe-messages.ts";
import { verifyStatement } from "./verify-statement.ts";

/** The confidence of a comparison if the model says that a known article answers the same question. */
const SAME_CHANCE = 0.95;
const MOST_QUOTED_CHARACTERS = 400;

type KnownAnswer = NonNullable<WriteAnswer["known"]>;

interface MatterSources extends Pick<MatterToWrite, "matter"> {
  read: SourceMessages;
  safe: SafeMessages;
}

/**
 * Compares a changed statement with the messages literally. The statement may repeat numbers and names of the statement
 * that it replaces.
 */
const acceptChange = ({ text, sources }: StatementAnswer, before: string, { messages }: SourceMessages) =>
  verifyStatement({ text, sources }, messages, collectEvidence([...messages, { text: before }]));

/**
 * Returns the reason why a changed statement would be left out, so that the model can try again. Example: the model
 * wrote '2,000 mm' where somebody said 'two meters'. Without the changed statement, the rest would look like a
 * confirmation.
 */
export function explainRefusedChange(
  { changed, added }: KnownAnswer,
  article: KnownArticle,
  read: SourceMessages,
): string | null {
  const says = listStatements(article);
  const checks = [
    ...changed.map((change) => acceptChange(change, says[change.statement - 1]?.text ?? "", read)),
    ...added.map((addition) => verifyStatement(addition, read.messages, read.whole)),
  ];
  const refused = checks.find((check) => "refused" in check);
  return refused
    ? `A statement of changed or added cannot be kept: ${refused.refused}. Write numbers, units, names and addresses as the messages have them.`
    : null;
}

/**
 * Turns the model's changes to a known article into an article with the changes, and its comparison with the known
 * article.
 */
export function toChangesOfKnownArticle(
  known: KnownAnswer | null,
  article: KnownArticle,
  { read, safe, matter }: MatterSources,
): WritingResult {
  const said = known ? collectChanges(known, article, read, matter.settled === "settled") : NOTHING_SAID;
  const { pairs, addedStatements, sections, leftOut } = said;
  const contradicts = pairs.some((pair) => pair.relation === "contradicts");
  const relation = contradicts ? "contradicts" : addedStatements.length > 0 ? "adds" : "same";
  return {
    outcome: "known",
    articleId: article.id,
    comparison: { relation, confidence: SAME_CHANCE, pairs, addedStatements },
    article: {
      ...insertPeopleNames({ title: article.title, summary: [], body: sections }, safe.people),
      contentType: article.contentType,
      category: GENERAL_CATEGORY,
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

interface KnownArticleChanges {
  pairs: Comparison["pairs"];
  addedStatements: number[];
  sections: Section[];
  leftOut: string[];
}
const NOTHING_SAID: KnownArticleChanges = { pairs: [], addedStatements: [], sections: [], leftOut: [] };

/** Collects the statements that confirm, change or extend an article. Each pair refers to the statements by their positions in reading order. */
function collectChanges(
  { same, changed, added }: KnownAnswer,
  article: KnownArticle,
  read: SourceMessages,
  isSettled: boolean,
): KnownArticleChanges {
  const says = listStatements(article);
  const said: KnownArticleChanges = { pairs: [], addedStatements: [], sections: [], leftOut: [] };
  const put = createPut(said.sections);
  const keep = (accepted: ReturnType<typeof verifyStatement>): Statement | null => {
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
  for (const { statement, settled, ...given } of changed) {
    const change = keep(acceptChange(given, says[statement - 1]?.text ?? "", read));
    // A person who sees both texts decides about a change to a page, so the chat's own words suffice.
    const quote = change || !article.isPage ? null : quoteOf(given.sources, read);
    const fresh = change ?? quote;
    if (fresh)
      said.pairs.push({
        known: statement - 1,
        fresh: put("answer", fresh),
        relation: "contradicts",
        settled: change !== null && settled && isSettled,
      });
  }
  const texts = new Set(says.map(({ text }) => text));
  for (const { role, ...given } of added) {
    const addition = keep(verifyStatement(given, read.messages, read.whole));
    if (addition && !texts.has(addition.text)) said.addedStatements.push(put(role, addition));
  }
  return said;
}

/**
 * Returns a function that appends a statement and returns its position. The statement goes to the last section if the
 * section has the same role, and to a new section otherwise.
 */
function createPut(sections: Section[]) {
  let count = 0;
  return (role: Section["role"], statement: Statement): number => {
    const last = sections.at(-1);
    const layout = role === "steps" ? "steps" : "prose";
    if (last?.role === role) last.statements.push(statement);
    else sections.push({ role, heading: null, layout, statements: [statement] });
    return count++;
  };
}

/** The cited messages word for word. They replace the model's wording, which was rejected. */
function quoteOf(sources: readonly number[], { messages, whole }: SourceMessages): Statement | null {
  const said = [...new Set(sources)]
    .toSorted((a, b) => a - b)
    .flatMap((number) => messages[number - 1]?.text ?? [])
    .join(" – ")
    .slice(0, MOST_QUOTED_CHARACTERS)
    .toWellFormed();
  const accepted = verifyStatement({ text: said, sources: [...sources] }, messages, whole);
  return "statement" in accepted ? accepted.statement : null;
}
