import type { Section, SectionRole, Statement } from "../../shared/domain/article.ts";
import type { ContentType } from "../../shared/domain/facets.ts";
import { headingIn } from "./part-of-sentence.ts";
import { answersOf, type Contradiction, type Kept } from "./statements.ts";
import { plainText } from "./title.ts";

export type ToStatement = (item: Kept) => Statement;

/** The sections of an article of this kind, in reading order. */
export function bodyOf(contentType: ContentType, kept: Kept[], statement: ToStatement): Section[] {
  const given: Given = {
    of: (...parts) => kept.filter((item) => parts.includes(item.part) && !item.alsoAsked),
    section: (role, heading, items, layout = "prose") =>
      items.length ? [{ role, heading, layout, statements: items.map(statement) }] : [],
    answer: answersOf(kept),
  };
  return [...(BODIES[contentType] ?? explanation)(given), ...alsoAsked(kept, statement)];
}

interface Given {
  /** What was kept of these parts, without further questions. */
  of: (...parts: Kept["part"][]) => Kept[];
  /** Empty without items. */
  section: (role: SectionRole, heading: string | null, items: Kept[], layout?: Section["layout"]) => Section[];
  answer: Kept[];
}

const BODIES: Partial<Record<ContentType, (given: Given) => Section[]>> = {
  troubleshooting,
  howto,
  tutorial: howto,
  documentation,
  faq,
};

const askedOf = ({ of }: Given) => of("question", "symptom", "context");

function troubleshooting(given: Given): Section[] {
  const { of, section, answer } = given;
  const fix = of("fix", "explanation");
  const causes = of("cause");
  const symptom = section("symptom", "Symptom", askedOf(given));
  const isInOrder = answer.indexOf(causes.at(-1) as Kept) < answer.findIndex((item) => fix.includes(item));
  if (causes.length && fix.length && !isInOrder)
    return [...symptom, ...section("fix", "Fix", answer, layoutOf(answer))];
  return [...symptom, ...section("cause", "Cause", causes), ...section("fix", "Fix", fix, layoutOf(fix))];
}

function howto(given: Given): Section[] {
  const { section, answer } = given;
  const context = section("context", "Context", askedOf(given));
  const parts = chapters(answer);
  if (parts.length > 1)
    return [
      ...context,
      ...parts.flatMap(({ heading, items }) => section("steps", heading ?? "First", items, layoutOf(items))),
    ];
  const { steps, notes } = stepsOf(answer);
  if (steps.length === 0) return [...context, ...section("answer", "Answer", answer, layoutOf(answer))];
  return [
    ...context,
    ...section("steps", "Steps", steps, "steps"),
    ...section("note", "Good to know", notes, notes.length > 2 ? "bullets" : "prose"),
  ];
}

function documentation(given: Given): Section[] {
  const { section, answer } = given;
  return [
    ...section("context", "Context", askedOf(given)),
    ...chapters(answer).flatMap(({ heading, items }) =>
      section("explanation", heading ?? "Details", items, layoutOf(items)),
    ),
  ];
}

function faq(given: Given): Section[] {
  const { section, answer } = given;
  return [...section("question", "Question", askedOf(given)), ...section("answer", "Answer", answer)];
}

function explanation(given: Given): Section[] {
  const { section, answer } = given;
  return [
    ...section("question", "Question", askedOf(given)),
    ...section("explanation", "Explanation", answer, layoutOf(answer)),
  ];
}

/** Whoever writes at length sets headings in bold; each opens a part of its own. */
function chapters(answer: Kept[]): { heading: string | null; items: Kept[] }[] {
  const parts: { heading: string | null; items: Kept[] }[] = [];
  for (const item of answer) {
    const heading = item.form === "sentence" ? headingIn(item.text) : null;
    const last = parts.at(-1);
    if (heading) parts.push({ heading: plainText(heading), items: [] });
    else if (last) last.items.push(item);
    else parts.push({ heading: null, items: [item] });
  }
  return parts;
}

/** Numbered steps, when there are two or more, from the first step on; what is before or after them is a note. */
function stepsOf(answer: Kept[]): { steps: Kept[]; notes: Kept[] } {
  const sentences = answer.filter((item) => item.form === "sentence");
  if (sentences.filter((item) => item.isStep || item.listed).length < 2) return { steps: [], notes: answer };
  if (!isOneRun(answer) || areChoices(sentences)) return { steps: [], notes: answer };
  const steps: Kept[] = [];
  const notes: Kept[] = [];
  for (const [index, item] of answer.entries()) {
    const before = answer[index - 1];
    const goesWithStep = before !== undefined && steps.at(-1) === before && item.form === "code";
    const opensBlock = item.text.endsWith(":") && answer[index + 1] !== undefined;
    (item.isStep || item.listed || goesWithStep || opensBlock ? steps : notes).push(item);
  }
  return { steps, notes };
}

/** "You can try …", "Use …": two things that one may do, not one after the other. */
const areChoices = (sentences: Kept[]) =>
  sentences.length === 2 && sentences.every(({ listed }) => !listed) && sentences.some(({ text }) => OFFERS.test(text));
const OFFERS = /^(?:you (?:can|could|might)|try|maybe|perhaps|consider|alternatively|or)\b/i;

/** Steps that are told one after the other; with other sentences in between only the order of the conversation makes sense. */
function isOneRun(answer: Kept[]): boolean {
  const isStep = (item: Kept) => item.isStep || item.listed || item.form === "code" || item.text.endsWith(":");
  const first = answer.findIndex(isStep);
  const last = answer.findLastIndex(isStep);
  return first <= 1 && answer.slice(first, last + 1).every(isStep);
}

/** A list only where the writer made one or where several people add up to many points. */
function layoutOf(items: Kept[]): Section["layout"] {
  const sentences = items.filter((item) => item.form === "sentence");
  const steps = sentences.filter((item) => item.isStep).length;
  if (steps >= 3 && steps >= sentences.length * 0.7) return "steps";
  return sentences.length > 4 || sentences.filter((item) => item.listed).length >= 2 ? "bullets" : "prose";
}

/** Each later question of the asker with its answer; code follows as its own statement. */
function alsoAsked(kept: Kept[], statement: ToStatement): Section[] {
  const groups = Map.groupBy(
    kept.filter((item) => item.alsoAsked !== null),
    (item) => item.alsoAsked,
  );
  const statements = [...groups].flatMap(([question, items]) => {
    const first = items[0];
    if (!question || !first) return [];
    const said = items.filter((item) => item.form === "sentence");
    const entry = statement({
      ...first,
      form: "sentence",
      language: null,
      text: [`**${question.text}**`, ...said.map((item) => item.text)].join(" "),
      messages: [...new Set([question.message, ...said.flatMap((item) => item.messages)])],
    });
    return [entry, ...items.filter((item) => item.form === "code").map(statement)];
  });
  return statements.length ? [{ role: "note", heading: "Also asked", layout: "bullets", statements }] : [];
}

export function disagreement(
  contradictions: Contradiction[],
  nameOf: (item: Kept) => string,
  statement: ToStatement,
): Section {
  const saying = (item: Kept): Statement => ({ ...statement(item), text: `${nameOf(item)}: ${item.text}` });
  return {
    role: "disagreement",
    heading: "Not agreed",
    layout: "bullets",
    statements: contradictions.flatMap(({ first, second }) => [saying(first), saying(second)]),
  };
}
