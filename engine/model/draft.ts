import type { Section, Statement } from "../../shared/domain/article.ts";
import type { WritingInput } from "../contract.ts";
import type { ExactEvidence } from "./exact-evidence.ts";
import { neutralizeLine } from "./neutral-text.ts";
import type { CheckAnswer } from "./prompts/check.ts";
import type { ArticleAnswer, StatementAnswer } from "./prompts/write.ts";
import type { SafeMessage } from "./safe-messages.ts";
import { type StatementCheck, verifyStatement } from "./verify-statement.ts";

const MAX_TITLE_CHARACTERS = 110;
const MOST_SECTIONS = 12;
const MOST_STATEMENTS = 60;
const MOST_TAGS = 6;
const MOST_KEYWORDS = 8;
export const GENERAL_CATEGORY = "General";

/** A statement of a draft. The statement's number is its position in reading order. */
export interface DraftStatement {
  statement: Statement;
  /** The index of the statement's section; -1 for the summary. */
  section: number;
  /**
   * Numbers and names that do not occur literally in the messages. The checking model decides whether the messages mean
   * the same.
   */
  doubtful: string[];
}

/** An article that the writing model returned and the checking model has not checked yet. */
export interface ArticleDraft {
  kind: ArticleAnswer["kind"];
  title: string;
  sections: Omit<Section, "statements">[];
  statements: DraftStatement[];
  labels: Pick<ArticleAnswer, "difficulty" | "priority"> & { category: string; tags: string[]; keywords: string[] };
  /** The reasons for leaving statements out, one per statement. */
  leftOut: string[];
}

/** The messages that every statement of a draft is checked against. */
export interface SourceMessages {
  messages: readonly SafeMessage[];
  whole: ExactEvidence;
}

export function buildDraft(
  answer: ArticleAnswer,
  read: SourceMessages,
  how: Pick<WritingInput, "categories" | "knownTags">,
): ArticleDraft {
  const statements: DraftStatement[] = [];
  const leftOut: string[] = [];
  const told = new Set<string>();
  const add = (given: StatementAnswer, section: number) => {
    const accepted = verifyStatement(given, read.messages, read.whole);
    if ("refused" in accepted) return void leftOut.push(accepted.refused);
    const key = `${section < 0 ? "summary" : "body"} ${accepted.statement.text}`;
    if (told.has(key) || statements.length >= MOST_STATEMENTS) return;
    told.add(key);
    statements.push({ statement: accepted.statement, section, doubtful: accepted.doubtful });
  };
  for (const given of answer.summary.slice(0, 3)) add(given, -1);
  const sections = answer.sections.slice(0, MOST_SECTIONS);
  for (const [place, section] of sections.entries()) for (const given of section.statements) add(given, place);
  const category = neutralizeLine(answer.category).slice(0, 60);
  const known = how.categories.find((name) => name.toLowerCase() === category.toLowerCase());
  return {
    kind: answer.kind,
    title: lineOf(answer.title, MAX_TITLE_CHARACTERS),
    sections: sections.map(({ role, heading, layout }) => ({
      role,
      layout,
      heading: lineOf(heading ?? "", 100) || null,
    })),
    statements,
    labels: {
      difficulty: answer.difficulty,
      priority: answer.priority,
      category: known ?? (category || GENERAL_CATEGORY),
      tags: tagsOf(answer.tags, how.knownTags),
      keywords: wordsOf(answer.keywords).slice(0, MOST_KEYWORDS),
    },
    leftOut,
  };
}

const lineOf = (text: string, most: number) =>
  Array.from(neutralizeLine(text).replace(/[\s.:;,]+$/, ""))
    .slice(0, most)
    .join("");

const wordsOf = (given: readonly string[]) =>
  [
    ...new Set(
      given.map((word) =>
        neutralizeLine(word)
          .toLowerCase()
          .replace(/^[#\s]+/, "")
          .slice(0, 30)
          .trim(),
      ),
    ),
  ].filter((word) => /\p{L}/u.test(word));

/** Replaces a tag with the workspace's spelling if the workspace already uses the tag. */
function tagsOf(given: readonly string[], knownTags: readonly string[]): string[] {
  const plain = (tag: string) => tag.toLowerCase().replace(/[-_/\s]+/g, " ");
  const known = new Map(knownTags.map((tag) => [plain(tag), tag]));
  return [...new Set(wordsOf(given).map((tag) => known.get(plain(tag)) ?? tag))].slice(0, MOST_TAGS);
}

/** The part of a draft that the checking model gets. Citations are message numbers. */
export function toCheckerInput({ title, sections, statements }: ArticleDraft, messages: readonly SafeMessage[]) {
  const numbers = new Map(messages.map(({ externalId, number }) => [externalId, number]));
  const exact = statements.flatMap(({ doubtful }, place) =>
    doubtful.length > 0 ? [{ statement: place + 1, not: doubtful }] : [],
  );
  return {
    title,
    statements: statements.map(({ statement, section }, place) => ({
      number: place + 1,
      part: section < 0 ? "summary" : (sections[section]?.heading ?? sections[section]?.role ?? ""),
      text: statement.text,
      sources: statement.sources.flatMap((id) => numbers.get(id) ?? []),
    })),
    ...(exact.length > 0 && { exact }),
  };
}

/**
 * Applies the corrections of the check and removes rejected statements without a correction. `isMended`: a statement
 * was added or replaced.
 */
export function applyPatches(
  draft: ArticleDraft,
  check: CheckAnswer,
  read: SourceMessages,
): { draft: ArticleDraft; isMended: boolean } {
  const leftOut = [...draft.leftOut];
  const wrong = new Map(check.no.map(({ statement, why }) => [statement, why]));
  const unsure = new Map(check.partly.map(({ statement, why }) => [statement, why]));
  const byNumber = Map.groupBy(check.patches, ({ statement }) => statement);
  const statements: DraftStatement[] = [];
  let isMended = false;
  const accept = (text: string, sources: number[], section: number): boolean => {
    const accepted: StatementCheck = verifyStatement({ text, sources }, read.messages, read.whole);
    if ("refused" in accepted) return false;
    if (
      statements.some(
        ({ statement, section: other }) => statement.text === accepted.statement.text && other < 0 === section < 0,
      )
    )
      return true;
    statements.push({ statement: accepted.statement, section, doubtful: accepted.doubtful });
    isMended = true;
    return true;
  };
  const addAfter = (number: number, section: number) => {
    for (const patch of byNumber.get(number) ?? [])
      if (patch.do === "add after" && !accept(patch.text, patch.sources, section))
        leftOut.push("an addition of the second reader was not in its messages");
  };
  addAfter(0, draft.sections.length > 0 ? 0 : -1);
  for (const [place, one] of draft.statements.entries()) {
    const number = place + 1;
    const why = wrong.get(number) ?? unsure.get(number) ?? null;
    const replacing = byNumber
      .get(number)
      ?.find((patch) => patch.do === "replace" && one.statement.form === "sentence");
    const isDeleted = byNumber.get(number)?.some((patch) => patch.do === "delete") ?? false;
    const isReplaced = replacing !== undefined && accept(replacing.text, replacing.sources, one.section);
    if (!isReplaced) {
      if (isDeleted || wrong.has(number) || (one.doubtful.length > 0 && unsure.has(number)))
        leftOut.push(reasonOf(why));
      else statements.push(one);
    }
    addAfter(number, one.section);
  }
  const title = check.title !== "good" && check.betterTitle ? lineOf(check.betterTitle, MAX_TITLE_CHARACTERS) : "";
  return { draft: { ...draft, statements, leftOut, title: title || draft.title }, isMended };
}

const reasonOf = (why: string | null) =>
  why ? `the second reader said: ${neutralizeLine(why).slice(0, 120)}` : "the second reader left it out";
