import type { Section, Statement } from "../../../shared/domain/article.ts";
import type { PersonEdit } from "../../../shared/domain/person-edit.ts";
import { newId } from "../../db/new-id.ts";
import type { CutOutPlace, CutOutText } from "../../db/schema.ts";
import { computeStatementKeys } from "../edit/statement-keys.ts";
import { keepRemainingSources, maskDeletedWords, type QuotedContent, type RemainingMessages } from "./quotes.ts";

/** The most sentences on each side by which a place is found again. */
const MOST_AROUND = 5;

/**
 * Lists what people wrote and what loses words with the deleted messages. A sentence with gaps would be read as a part of the
 * procedure, so all of it leaves the article, and what is left of it waits for a person who writes it anew.
 */
export function listCutOutStatements(known: QuotedContent, remaining: RemainingMessages): CutOutText[] {
  const { title, hand } = known;
  return [
    ...cut("title", { text: title, hand: hand?.title }, { ...IN_SUMMARY, before: [], after: [] }, remaining),
    ...inPart(known.summary, IN_SUMMARY, remaining),
    ...known.body.flatMap((section, index) => {
      const part = { section: index, role: section.role, layout: section.layout };
      const after = keysOf(section.statements.map((one) => keepRemainingSources(one, remaining))).slice(0, MOST_AROUND);
      const heading = { text: section.heading ?? "", hand: section.hand };
      return [
        ...cut("heading", heading, { ...part, before: [], after: after.flatMap((key) => key ?? []) }, remaining),
        ...inPart(section.statements, part, remaining),
      ];
    }),
  ];
}

const IN_SUMMARY = { section: null, role: "note", layout: "prose" } as const;

/** Words that are deleted later leave these texts too. A text without any word of its writer goes. */
export const removeDeletedFromCutOut = (cutOut: readonly CutOutText[], remaining: RemainingMessages): CutOutText[] =>
  cutOut.flatMap((one) => {
    const statement = withGaps(one.part, one.statement, remaining);
    return statement ? [{ ...one, statement }] : [];
  });

function inPart(
  statements: Statement[],
  part: Pick<CutOutPlace, "section" | "role" | "layout">,
  remaining: RemainingMessages,
): CutOutText[] {
  const left = statements.map((one) => keepRemainingSources(one, remaining));
  const keys = keysOf(left);
  return statements.flatMap((statement, index) => {
    if (left[index] !== null || !statement.hand || statement.hand.what === "kept") return [];
    const found = withGaps("sentence", statement, remaining);
    const before = keys.slice(0, index).flatMap((key) => key ?? []);
    const after = keys.slice(index + 1).flatMap((key) => key ?? []);
    const place = { ...part, before: before.reverse().slice(0, MOST_AROUND), after: after.slice(0, MOST_AROUND) };
    return found ? [waiting("sentence", found, place)] : [];
  });
}

function cut(
  part: "title" | "heading",
  { text, hand }: { text: string; hand: PersonEdit | undefined },
  place: CutOutPlace,
  remaining: RemainingMessages,
): CutOutText[] {
  if (!hand) return [];
  const whole: Statement = { form: "sentence", text, language: null, sources: [], hand };
  const statement = withGaps(part, whole, remaining);
  return statement && statement.text !== text ? [waiting(part, statement, place)] : [];
}

const waiting = (part: CutOutText["part"], statement: Statement, place: CutOutPlace): CutOutText => ({
  id: newId(),
  part,
  statement,
  place,
  at: new Date().toISOString(),
});

/** A title and a heading name no messages. Null if no word of the person is left. */
function withGaps(part: CutOutText["part"], statement: Statement, remaining: RemainingMessages): Statement | null {
  const { hand } = statement;
  const sources = statement.sources.filter((id) => !remaining.gone.has(id));
  if (!hand || (part === "sentence" && sources.length === statement.sources.length)) return statement;
  const text = maskDeletedWords(statement.text, hand, remaining);
  return text === null ? null : { ...statement, text, sources };
}

/**
 * Names the sentences that leave by where they stood, as in 'step 2 and a sentence of the summary'. It quotes nothing: a
 * neighbour may be deleted later, and the words of this note would stay.
 */
export function describeLost({ summary, body }: QuotedContent, remaining: RemainingMessages): string {
  const isLost = (one: Statement) => keepRemainingSources(one, remaining) === null;
  const inSummary = summary.filter(isLost).length;
  const steps = body
    .filter(({ layout }) => layout === "steps")
    .flatMap(({ statements }) => statements.flatMap((one, at) => (isLost(one) ? [numberOf(statements, at)] : [])));
  const others = body
    .filter(({ layout }) => layout !== "steps")
    .reduce((sum, { statements }) => sum + statements.filter(isLost).length, 0);
  const all = [
    ...[...new Set(steps)].map((number) => `step ${number}`),
    ...(inSummary > 0 ? [`${count(inSummary)} of the summary`] : []),
    ...(others > 0 ? [count(others)] : []),
  ];
  return LIST.format(all.length > MOST_NAMED ? [...all.slice(0, MOST_NAMED), `${all.length - MOST_NAMED} more`] : all);
}

const MOST_NAMED = 4;
const LIST = new Intl.ListFormat("en", { type: "conjunction" });
const count = (many: number) => (many === 1 ? "a sentence" : `${many} sentences`);
/** A code block belongs to the step before it. */
const numberOf = (statements: readonly Statement[], index: number) =>
  Math.max(1, statements.slice(0, index + 1).filter(({ form }) => form === "sentence").length);

/** The key of each sentence of a part that is left in the article. */
function keysOf(left: readonly (Statement | null)[]): (string | null)[] {
  const keys = computeStatementKeys({ summary: left.filter((one) => one !== null), body: [] });
  return left.map((one) => (one && keys.get(one)) ?? null);
}

/** The article's text with the sentence at its former place, or at the end of its part where nothing around it is left. */
export function reinsertStatement<Some extends { summary: Statement[]; body: Section[] }>(
  article: Some,
  { place }: Pick<CutOutText, "place">,
  statement: Statement,
): Pick<Some, "summary" | "body"> {
  const { summary, body } = article;
  const into = (list: Statement[]) => insertAt(list, place, statement);
  const own = place.section === null ? null : findSection(article, place);
  if (place.section === null) return { summary: into(summary) ?? [...summary, statement], body };
  if (own === null) {
    const { role, layout } = place;
    const section: Section = { role, heading: null, layout, statements: [statement] };
    return { summary, body: [...body.slice(0, place.section), section, ...body.slice(place.section)] };
  }
  return {
    summary,
    body: body.map((section, index) =>
      index === own ? { ...section, statements: into(section.statements) ?? section.statements } : section,
    ),
  };
}

/** The section that has a sentence of those around the place; null if none has. */
export function findSection({ body }: { body: Section[] }, place: CutOutPlace): number | null {
  const found = body.findIndex(({ statements }) => keysOf(statements).some((key) => isAround(place, key)));
  return found === -1 ? null : found;
}

const isAround = ({ before, after }: CutOutPlace, key: string | null) =>
  key !== null && (before.includes(key) || after.includes(key));

function insertAt(list: Statement[], { before, after }: CutOutPlace, statement: Statement): Statement[] | null {
  const keys = keysOf(list);
  const previous = before.map((key) => keys.indexOf(key)).find((index) => index !== -1);
  const next = after.map((key) => keys.indexOf(key)).find((index) => index !== -1);
  const at = previous === undefined ? next : previous + 1;
  return at === undefined ? null : [...list.slice(0, at), statement, ...list.slice(at)];
}
