import type { ContentType } from "../../../shared/domain/facets.ts";
import { pointsBack } from "./part-of-sentence.ts";
import { answersOf, type Kept, sharedWith, subjectOf } from "./statements.ts";

const MOST_SENTENCES = 2;
const LONGEST = 320;
/** A question that shares this much with the title says nothing beside it. */
const SAYS_THE_SAME = 0.8;

/** Whose answer is told; what is to be done stays together in the body. */
const TOLD: ContentType[] = ["explanation", "faq", "documentation"];

export interface Summary {
  summary: Kept[];
  /** What is left for the body: no sentence is in both. */
  rest: Kept[];
}

/**
 * One or two sentences that introduce the article: what was wrong or wanted; where the title says that already, the first
 * sentence of the answer, if the rest can be read after it.
 */
export function summaryOf(kept: Kept[], title: string, contentType: ContentType): Summary {
  const asked = kept.filter((item) => item.form === "sentence" && !item.alsoAsked && isAsked(item));
  const news = withinLength(asked.filter((item) => !isInTitle(item, title)).slice(0, MOST_SENTENCES));
  const [lead, second] = answersOf(kept);
  const rest = kept.filter((item) => !(asked.includes(item) && (isInTitle(item, title) || item.part === "question")));
  if (news.length) return { summary: news, rest: rest.filter((item) => !news.includes(item)) };
  const canLead =
    TOLD.includes(contentType) &&
    lead?.form === "sentence" &&
    second &&
    lead.part !== "fix" &&
    !lead.isStep &&
    !lead.listed &&
    !lead.text.endsWith(":") &&
    !pointsBack(lead.text) &&
    lead.text.length <= LONGEST &&
    lead.stems.size >= 2;
  if (canLead && !pointsBack(second.text) && second.form === "sentence")
    return { summary: [lead], rest: rest.filter((item) => item !== lead) };
  return { summary: [], rest };
}

const isAsked = (item: Kept) => item.part === "question" || item.part === "symptom" || item.part === "context";

function isInTitle(item: Kept, title: string): boolean {
  // 'Why does … take 9 minutes, I changed one line': what comes after the question is the asker's story.
  if (item.part === "question" && item.text.toLowerCase().startsWith(title.toLowerCase().replace(/\?$/, ",")))
    return true;
  const words = subjectOf(title);
  return item.stems.size > 0 && sharedWith(item.stems, words) >= item.stems.size * SAYS_THE_SAME;
}

function withinLength(items: Kept[]): Kept[] {
  let length = 0;
  return items.filter(({ text }, index) => {
    length += text.length;
    return index === 0 || length <= LONGEST;
  });
}
