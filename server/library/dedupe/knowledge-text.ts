import type { Comparison, KnowledgeText } from "../../../engine/contract.ts";
import {
  type ArticleText,
  listStatements,
  type Section,
  type SectionRole,
  type Statement,
  type WrittenArticle,
} from "../../../shared/domain/article.ts";
import type { FreshKnowledge } from "../../db/schema.ts";
import { findEditedSource } from "../articles/source-location.ts";
import { getConflictKey } from "./item-queries.ts";

/** The most messages that one sentence cites; a reader gains nothing from more. */
const MOST_SOURCES = 10;
/** Sections that only ask or describe the situation. Another wording of a question is no new knowledge. */
const ROLES_WITHOUT_KNOWLEDGE: readonly string[] = ["question", "context", "symptom"];

export function toKnowledgeText({
  title,
  contentType,
  ...said
}: ArticleText & Pick<WrittenArticle, "title" | "contentType">) {
  const statements = listStatements(said).map(({ form, text }) => ({ form, text }));
  return { title, contentType, statements } satisfies KnowledgeText;
}

/**
 * Replaces every statement by the result of the function, called with the statement's position in reading order. Null
 * removes the statement. A section without statements is removed.
 */
export function mapStatements<Some extends ArticleText>(
  content: Some,
  change: (statement: Statement, position: number) => Statement | Statement[] | null,
): Some {
  let position = 0;
  const changed = (list: Statement[]) => list.flatMap((statement) => change(statement, position++) ?? []);
  const summary = changed(content.summary);
  const body = content.body.map((section) => ({ ...section, statements: changed(section.statements) }));
  return { ...content, summary, body: body.filter(({ statements }) => statements.length > 0) };
}

/** Returns the known text. Statements that both texts contain also cite the new messages. */
export function addSources<Some extends ArticleText>(known: Some, fresh: ArticleText, { pairs }: Comparison): Some {
  const freshStatements = listStatements(fresh);
  return mapStatements(known, (statement, position) => {
    const more = pairs
      .filter((pair) => pair.relation === "same" && pair.known === position)
      .flatMap((pair) => freshStatements[pair.fresh]?.sources ?? []);
    const sources = [...new Set([...statement.sources, ...more])].slice(
      0,
      Math.max(MOST_SOURCES, statement.sources.length),
    );
    return sources.length === statement.sources.length ? statement : { ...statement, sources };
  });
}

/**
 * Adds a contradiction for each sentence that its edited message no longer contains. It contradicts the sentence that
 * replaced it at the same position. The two sentences need no words in common.
 */
export function pairEditedStatements(
  known: ArticleText,
  fresh: ArticleText,
  comparison: Comparison,
  edited: ReadonlySet<string>,
): Comparison {
  if (edited.size === 0) return comparison;
  const said = listStatements(known);
  const says = listStatements(fresh);
  const pairs = comparison.pairs.map((pair) =>
    pair.relation === "contradicts" && findEditedSource(said[pair.known], says[pair.fresh], edited)
      ? { ...pair, settled: false }
      : pair,
  );
  const isNew = ({ text }: Statement, others: Statement[]) => others.every((one) => one.text !== text);
  for (const [at, before] of said.entries()) {
    if (!isNew(before, says) || pairs.some((pair) => pair.known === at)) continue;
    const place = says.findIndex(
      (after, index) =>
        isNew(after, said) &&
        pairs.every((pair) => pair.fresh !== index) &&
        isAtSamePlace({ said, at }, { says, index }, findEditedSource(before, after, edited)),
    );
    if (place !== -1) pairs.push({ known: at, fresh: place, relation: "contradicts", settled: false });
  }
  const isPaired = (index: number) => pairs.some((pair) => pair.fresh === index);
  return { ...comparison, pairs, addedStatements: comparison.addedStatements.filter((index) => !isPaired(index)) };
}

/** Whether the sentences before and after both sentences are the same in the message. */
function isAtSamePlace(
  { said, at }: { said: Statement[]; at: number },
  { says, index }: { says: Statement[]; index: number },
  message: string | undefined,
): boolean {
  if (message === undefined) return false;
  const textsOf = (list: Statement[]) =>
    list.filter(({ sources }) => sources.includes(message)).map(({ text }) => text);
  const isShared = (text: string) => said.some((one) => one.text === text) && says.some((one) => one.text === text);
  const before = (list: Statement[], place: number) => textsOf(list.slice(0, place)).findLast(isShared);
  const after = (list: Statement[], place: number) => textsOf(list.slice(place + 1)).find(isShared);
  return before(said, at) === before(says, index) && after(said, at) === after(says, index);
}

/** Keeps the evidence of other conversations for statements that a rewriting did not change. */
export function keepEvidenceOfUnchanged<Some extends ArticleText>(
  written: Some,
  known: ArticleText,
  evidence: ReadonlySet<string>,
): Some {
  const before = new Map(listStatements(known).map(({ form, text, sources }) => [`${form} ${text}`, sources]));
  return mapStatements(written, (statement) => {
    const kept = before.get(`${statement.form} ${statement.text}`)?.filter((id) => evidence.has(id)) ?? [];
    const sources = [...new Set([...statement.sources, ...kept])];
    return sources.length === statement.sources.length ? statement : { ...statement, sources };
  });
}

/** Returns the part of the new text that the known text lacks; null if that part says nothing substantial. */
export function pickAddedKnowledge(
  fresh: FreshKnowledge,
  { addedStatements }: Pick<Comparison, "addedStatements">,
): FreshKnowledge | null {
  const isAdded = new Set(addedStatements);
  const inBody = new Set(fresh.body.flatMap(({ statements }) => statements.map(({ text }) => text)));
  let position = fresh.summary.length;
  const body = fresh.body.flatMap((section) => {
    const statements = section.statements.filter(() => isAdded.has(position++));
    return statements.length > 0 && !ROLES_WITHOUT_KNOWLEDGE.includes(section.role) ? [{ ...section, statements }] : [];
  });
  const summary = fresh.summary.filter(({ text }, index) => isAdded.has(index) && !inBody.has(text));
  if (summary.length === 0 && body.length === 0) return null;
  return { title: fresh.title, summary, body, tags: [], keywords: [] };
}

/** Combines two additions of the same conversation. */
export function joinAdditions(one: FreshKnowledge, other: FreshKnowledge): FreshKnowledge {
  const known = new Set(listStatements(one).map(({ text }) => text));
  const rest = mapStatements(other, (statement) => (known.has(statement.text) ? null : statement));
  const contradicting = [...new Set([...(one.contradicting ?? []), ...(other.contradicting ?? [])])];
  return {
    ...one,
    summary: [...one.summary, ...rest.summary],
    body: [...one.body, ...rest.body],
    ...(contradicting.length > 0 && { contradicting }),
  };
}

/**
 * Returns the statements of a proposal that the article may get. Statements in conflict with the article are asked
 * about separately.
 */
export function pickTextWithoutConflicts(fresh: FreshKnowledge): FreshKnowledge {
  const { contradicting = [], ...offered } = fresh;
  return mapStatements(offered, (statement) => (contradicting.includes(getConflictKey(statement)) ? null : statement));
}

/**
 * Returns the article with the added statements, except those that the article already has. A statement from a cited
 * message follows that message's other statements. Any other addition to a list comes last in the list. Additional
 * prose becomes separate paragraphs under the heading of its role, because other people wrote the existing paragraphs.
 */
export function buildProposedContent<Some extends ArticleText>(known: Some, added: ArticleText): Some {
  const texts = new Set(listStatements(known).map(({ text }) => text));
  const body = known.body.map((section) => ({ ...section, statements: [...section.statements] }));
  const { summary, body: sections } = mapStatements({ summary: added.summary, body: added.body }, (statement) =>
    texts.has(statement.text) || insertAfterItsMessage(body, statement) ? null : statement,
  );
  // A summary stays short, so its additions go to the body.
  const role = sections.find(({ layout }) => layout === "prose")?.role ?? "note";
  const lead: Section[] = summary.length > 0 ? [{ role, heading: null, layout: "prose", statements: summary }] : [];
  for (const section of [...lead, ...sections]) {
    const isAlike = ({ role, layout }: Section) => role === section.role && layout === section.layout;
    const list = section.layout === "prose" ? undefined : body.find(isAlike);
    if (list) list.statements.push(...section.statements);
    else insertUnderItsHeading(body, section);
  }
  return { ...known, body };
}

/**
 * Inserts a statement after the last statement from the same message. Returns false if the message has no statement
 * outside the question. Only the first cited message counts, because further messages merely confirm the sentence.
 */
function insertAfterItsMessage(body: Section[], statement: Statement): boolean {
  const cites = ({ sources: [own = ""] }: Statement) => statement.sources.includes(own);
  const section = body.findLast(
    ({ role, statements }) => !ROLES_WITHOUT_KNOWLEDGE.includes(role) && statements.some(cites),
  );
  section?.statements.splice(section.statements.findLastIndex(cites) + 1, 0, statement);
  return section !== undefined;
}

/**
 * Inserts a section after the last one under its role's heading, otherwise after the answer. Closing notes stay last.
 */
function insertUnderItsHeading(body: Section[], section: Section): void {
  const last = body.findLastIndex(({ role, layout }) => role === section.role && layout === section.layout);
  if (last === -1 || section.role === CONTINUES) return insertAfterAnswer(body, section);
  const next = body.findIndex(({ role, heading }, at) => at > last && (role !== CONTINUES || heading !== null));
  // A second heading of the same role would repeat the first.
  body.splice(next === -1 ? body.length : next, 0, { ...section, role: CONTINUES, heading: null });
}

function insertAfterAnswer(body: Section[], section: Section): void {
  if (CLOSING.includes(section.role)) return void body.push(section);
  const under = headedRolesOf(body);
  const answer = under.findLastIndex((role) => !CLOSING.includes(role) && !ROLES_WITHOUT_KNOWLEDGE.includes(role));
  const question = under.findLastIndex((role) => ROLES_WITHOUT_KNOWLEDGE.includes(role));
  if (answer !== -1) body.splice(answer + 1, 0, section);
  else if (question === -1 || section.role !== CONTINUES) body.splice(question + 1, 0, section);
  else body.splice(question + 1, 0, { ...section, role: under[question] === "symptom" ? "fix" : "answer" });
}

/** Returns, for each section, the role under whose heading the section is. */
function headedRolesOf(body: Section[]): SectionRole[] {
  let under: SectionRole = CONTINUES;
  return body.map(({ role, heading }) => {
    if (role !== CONTINUES || heading !== null) under = role;
    return under;
  });
}

/** Sections of this role continue the previous section and have no heading of their own. */
const CONTINUES: SectionRole = "explanation";
const CLOSING: readonly SectionRole[] = ["note", "disagreement"];
