import { diffIndices } from "node-diff3";
import type { PageText } from "../../connectors/knowledge-target.ts";
import type { EditedArticle, EditedStatement } from "../../shared/contract/editing.ts";
import { type ArticleText, listStatements, type Section, type Statement } from "../../shared/domain/article.ts";
import { getHeading } from "../../shared/domain/section-headings.ts";
import { type ArticleRow } from "../library/articles/index.ts";
import { computeEdition, computeStatementKeys } from "../library/edit/index.ts";
import { canonicaliseStatement, createHeadingKeys, type HeadingKey, type PageEdit } from "./page-edits.ts";

type Line =
  | { kind: "section"; section: Pick<Section, "role" | "heading" | "layout"> }
  | { kind: "statement"; statement: EditedStatement };

/**
 * Applies people's edits of the page since `published` to the current article. If the article and the page changed the
 * same sentence, the page's version is used.
 */
export function applyPageEdits(
  article: ArticleRow,
  published: ArticleText,
  edits: PageEdit[],
  title: string,
): EditedArticle {
  const now = listStatements(article);
  const names = computeStatementKeys(article);
  const placeNow = findCurrentIndexes(published, article);
  const added: AddedLines = { ahead: createEmptyLines(now), below: createEmptyLines(now) };
  const gone = new Set<number>();
  const headings = new Map<HeadingKey, string>();
  for (const { from, until, isBelowHeading, headings: old, texts } of edits) {
    const isInsertion = until === from;
    const start = (isInsertion ? undefined : placeNow[from]) ?? findIndexAfter(placeNow, from);
    const end = isInsertion ? start : Math.max(start, findEndIndex(placeNow, until) ?? now.length);
    const replaced = now.slice(start, end).map((statement) => ({ statement, key: names.get(statement) ?? null }));
    for (let place = start; place < end; place += 1) gone.add(place);
    const where = isInsertion && !isBelowHeading ? added.ahead : added.below;
    where[start]?.push(...toLines(texts, replaced, old, headings));
  }
  return {
    ...combineLines(article, added, gone, headings),
    version: article.version,
    edition: computeEdition(article),
    title,
    tags: article.tags,
    contentType: article.contentType,
    category: article.category,
    difficulty: article.difficulty,
    priority: article.priority,
  };
}

/** Lines that people added, by the index of the statement that follows them in the current article. */
interface AddedLines {
  /** Lines that belong to the section of the sentence before them. */
  ahead: Line[][];
  /** Lines below the heading of the following statement, or lines that replace the following statement. */
  below: Line[][];
}

const createEmptyLines = (statements: Statement[]) => Array.from({ length: statements.length + 1 }, (): Line[] => []);

/**
 * Returns each published statement's index in the current article; undefined if the statement was changed or removed
 * since.
 */
function findCurrentIndexes(published: ArticleText, article: ArticleRow): (number | undefined)[] {
  const old = [...computeStatementKeys(published).values()];
  const now = [...computeStatementKeys(article).values()];
  const places: (number | undefined)[] = [];
  let oldAt = 0;
  let nowAt = 0;
  const same = (until: number) => {
    while (oldAt < until) places[oldAt++] = nowAt++;
  };
  for (const { buffer1, buffer2 } of diffIndices(old, now)) {
    const [from, count] = buffer1 as unknown as [number, number];
    const [start, length] = buffer2 as unknown as [number, number];
    same(from);
    while (oldAt < from + count) places[oldAt++] = undefined;
    nowAt = start + length;
  }
  same(old.length);
  return places;
}

/** Returns the index after the nearest earlier statement that still exists. */
function findIndexAfter(places: (number | undefined)[], index: number): number {
  const place = places.slice(0, index).findLast((one) => one !== undefined);
  return place === undefined ? 0 : place + 1;
}

/** The current index at which the text before `until` ends; undefined if that text ends with the article. */
function findEndIndex(places: (number | undefined)[], until: number): number | undefined {
  const own = places[until - 1];
  return own === undefined ? places.slice(until).find((place) => place !== undefined) : own + 1;
}

interface KeyedStatement {
  statement: Statement;
  key: string | null;
}

/** The page's sentences, each with the statement that it replaces. An existing heading gets the page's text. */
function toLines(
  texts: PageText[],
  old: KeyedStatement[],
  oldHeadings: HeadingKey[],
  renamed: Map<HeadingKey, string>,
): Line[] {
  const lines: Line[] = [];
  const fresh = texts.flatMap((text): { form: Statement["form"]; text: string; language: string | null }[] => {
    if (text.kind === "heading") return [];
    if (text.kind === "code") return [{ form: "code", text: text.text, language: text.language }];
    return text.parts
      .flatMap((part) => cut(part, old))
      .map((part) => ({ form: "sentence", text: part, language: null }));
  });
  const statements = pairStatements(fresh, old);
  let next = 0;
  let heading = 0;
  for (const text of texts) {
    if (text.kind === "heading") {
      const was = oldHeadings[heading++];
      if (was === undefined)
        lines.push({ kind: "section", section: { role: "answer", heading: text.text, layout: "prose" } });
      else renamed.set(was, text.text);
      continue;
    }
    const count = text.kind === "code" ? 1 : text.parts.reduce((sum, part) => sum + cut(part, old).length, 0);
    for (const statement of statements.slice(next, next + count)) lines.push({ kind: "statement", statement });
    next += count;
  }
  return lines;
}

/** Splits a longer text so that known sentences at its beginning or end stay separate statements. */
function cut(part: string, old: KeyedStatement[]): string[] {
  const said = old.flatMap(({ statement }) =>
    statement.form === "sentence" ? [canonicaliseStatement(statement)] : [],
  );
  const first = said.find((text) => text !== "" && part.startsWith(`${text} `));
  if (first) return [first, ...cut(part.slice(first.length).trimStart(), old)];
  const last = said.find((text) => text !== "" && part.endsWith(` ${text}`));
  if (last) return [...cut(part.slice(0, -last.length).trimEnd(), old), last];
  return [part];
}

type PageStatement = Pick<Statement, "form" | "text" | "language">;

function pairStatements(fresh: PageStatement[], old: KeyedStatement[]): EditedStatement[] {
  const made: EditedStatement[] = [];
  const hunks = diffIndices(
    old.map(({ statement }) => canonicaliseStatement(statement)),
    fresh.map(canonicaliseStatement),
  );
  let oldAt = 0;
  const same = (until: number) => {
    for (; oldAt < until; oldAt += 1) {
      const known = old[oldAt];
      if (known) made.push(unchanged(known));
    }
  };
  for (const { buffer1, buffer2 } of hunks) {
    const [from, count] = buffer1 as unknown as [number, number];
    const [start, length] = buffer2 as unknown as [number, number];
    same(from);
    made.push(...pairByPosition(old.slice(from, from + count), fresh.slice(start, start + length)));
    oldAt = from + count;
  }
  same(old.length);
  return made;
}

/**
 * Pairs old and new statements by position. A new statement that replaces several old ones cites the messages of all of
 * them. Surplus new statements have no cited messages, because a person wrote them.
 */
function pairByPosition(old: KeyedStatement[], fresh: PageStatement[]): EditedStatement[] {
  return fresh.map((statement, index) => {
    const known = old[index];
    const isLast = index === fresh.length - 1;
    const rest = isLast ? old.slice(index + 1).flatMap(({ key }) => key ?? []) : [];
    return { ...statement, key: known?.key ?? null, ...(rest.length > 0 && { from: rest }) };
  });
}

const unchanged = ({ statement: { form, text, language }, key }: KeyedStatement): EditedStatement => ({
  key,
  form,
  text,
  language,
});

/** Combines the article's remaining statements with the lines that people added. */
function combineLines(
  article: ArticleRow,
  added: AddedLines,
  gone: ReadonlySet<number>,
  renamed: Map<HeadingKey, string>,
) {
  const names = computeStatementKeys(article);
  const headingKey = createHeadingKeys();
  const summary: EditedStatement[] = [];
  const sections: EditedArticle["sections"] = [];
  let place = 0;
  const add = (lines: Line[], layout: Section["layout"]) => {
    for (const line of lines) {
      if (line.kind === "section") sections.push({ ...line.section, layout, statements: [] });
      else (sections.at(-1)?.statements ?? summary).push(line.statement);
    }
  };
  const addAhead = (layout: Section["layout"]) => add(added.ahead[place]?.splice(0) ?? [], layout);
  const say = (statement: Statement, layout: Section["layout"]) => {
    addAhead(layout);
    add(added.below[place] ?? [], layout);
    if (!gone.has(place))
      add([{ kind: "statement", statement: unchanged({ statement, key: names.get(statement) ?? null }) }], layout);
    place += 1;
  };
  for (const statement of article.summary) say(statement, "prose");
  for (const { role, heading, layout, statements } of article.body) {
    const isHeadingAhead = added.ahead[place]?.at(-1)?.kind === "section";
    if (place > 0 || isHeadingAhead) addAhead(layout);
    // A heading that a person wrote directly above a section without a heading becomes that section's heading.
    const written = isHeadingAhead && heading === null ? sections.pop()?.heading : undefined;
    const shown = getHeading({ role, heading });
    const given = shown === null ? undefined : renamed.get(headingKey(shown));
    sections.push({ role, heading: written ?? given ?? heading, layout, statements: [] });
    for (const statement of statements) say(statement, layout);
  }
  addAhead(article.body.at(-1)?.layout ?? "prose");
  add(added.below[place] ?? [], article.body.at(-1)?.layout ?? "prose");
  return { summary, sections };
}
