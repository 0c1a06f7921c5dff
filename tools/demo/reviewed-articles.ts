import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ArticlePage } from "../../shared/contract/articles.ts";
import type { EditedArticle, EditedStatement } from "../../shared/contract/editing.ts";
import { SECTION_ROLES, type SectionRole } from "../../shared/domain/article.ts";
import { getHeading } from "../../shared/domain/section-headings.ts";

interface ReviewedSentence extends Pick<EditedStatement, "form" | "text" | "language"> {
  /** The first words of the draft's sentence that this sentence replaces. */
  insteadOf?: string | undefined;
}
type Layout = EditedArticle["sections"][number]["layout"];

/** A draft that the demo's fictional person publishes, with the words that a company would use. */
export interface ReviewedArticle {
  channel: string;
  /** Words of a message that the draft cites. */
  cites: string;
  /** Words of a message that another draft about the same subject cites. That draft is merged into this one first. */
  with: string | null;
  title: string;
  summary: ReviewedSentence[];
  sections: { role: SectionRole; heading: string | null; layout: Layout; lines: ReviewedSentence[] }[];
}

const CHANNELS = ["support", "operations", "it-help", "engineering"];

/**
 * The articles that the demo's fictional person reviews; all other drafts wait in the inbox, where the visitor decides about
 * them. The first article of a channel is reviewed first. Each file of `reviewed` contains a channel's articles as the person
 * leaves them in the editor, one sentence a line.
 */
export const REVIEWED_ARTICLES: ReviewedArticle[] = CHANNELS.flatMap((channel) =>
  readFileSync(join(import.meta.dirname, "reviewed", `${channel}.md`), "utf8")
    .split(/^# /m)
    .slice(1)
    .map((text) => readArticle(channel, text.trim().split("\n"))),
);

function readArticle(channel: string, [title = "", ...rest]: string[]): ReviewedArticle {
  const named = (name: string) => rest.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
  const [cites = "", other = null] = [named("cites"), named("with")];
  const article: ReviewedArticle = { channel, cites, with: other, title, summary: [], sections: [] };
  let isOpening = true;
  let section = null as ReviewedArticle["sections"][number] | null;
  let code: string[] | null = null;
  for (const line of rest.filter((one) => !/^(?:cites|with): /.test(one))) {
    const entry = /^(\d+\.|-) (.+)$/.exec(line);
    const layout: Layout = entry ? (entry[1] === "-" ? "bullets" : "steps") : "prose";
    const [text = "", insteadOf] = (entry?.[2] ?? line).split(" << ");
    const said: ReviewedSentence = { form: "sentence", text, language: null, insteadOf };
    isOpening &&= line !== "" && !entry && !line.startsWith("## ");
    if (line.startsWith("```")) {
      if (code) section?.lines.push({ form: "code", text: code.join("\n"), language: "sql" });
      code = code ? null : [];
    } else if (code) code.push(line);
    else if (isOpening) article.summary.push(said);
    else if (line === "") section = null;
    else if (line.startsWith("## ")) {
      section = sectionUnder(line.slice(3));
      article.sections.push(section);
    } else {
      if (section?.lines.length === 0) section.layout = layout;
      if (section?.layout !== layout) {
        section = { role: "explanation", heading: null, layout, lines: [] };
        article.sections.push(section);
      }
      section.lines.push(said);
    }
  }
  return article;
}

function sectionUnder(heading: string): ReviewedArticle["sections"][number] {
  const role = SECTION_ROLES.find((one) => getHeading({ role: one, heading: null }) === heading);
  return { role: role ?? "answer", heading: role ? null : heading, layout: "prose", lines: [] };
}

/** The note in the history and in the inbox that no visitor took this decision. */
export const DEMO_NOTE = "The demo did this before you came.";

/**
 * Returns the draft as the person leaves it. A line with the words of a draft's sentence keeps that sentence's cited messages.
 */
export function buildReviewedEdit(draft: ArticlePage, { title, summary, sections }: ReviewedArticle): EditedArticle {
  const { version, edition, tags, contentType, category, difficulty, priority } = draft;
  const said = [...draft.summaryStatements, ...draft.sections.flatMap(({ statements }) => statements)];
  const used = new Set<string>();
  const lines = [...summary, ...sections.flatMap((section) => section.lines)];
  const kept = new Map<ReviewedSentence, string>();
  for (const line of lines) {
    const same = said.find(({ key, form, text }) => key && form === line.form && text === line.text && !used.has(key));
    if (!same?.key) continue;
    kept.set(line, same.key);
    used.add(same.key);
  }
  const typed = (line: ReviewedSentence): EditedStatement => {
    const { form, text, language, insteadOf } = line;
    const same = kept.get(line);
    if (same) return { form, text, language, key: same };
    const wanted = wordsOf(text);
    const shareOf = (one: { text: string }) =>
      [...wordsOf(one.text)].filter((word) => wanted.has(word)).length / wanted.size;
    const alike = said.toSorted((one, other) => shareOf(other) - shareOf(one))[0];
    const meant = insteadOf ? said.find((one) => one.text.startsWith(insteadOf)) : alike;
    if (!meant?.key || (!insteadOf && shareOf(meant) < LEAST_SHARE)) return { form, text, language, key: null };
    if (used.has(meant.key)) return { form, text, language, key: null, from: [meant.key] };
    used.add(meant.key);
    return { form, text, language, key: meant.key };
  };
  return {
    version,
    edition,
    title,
    summary: summary.map(typed),
    sections: sections.map(({ lines: own, ...section }) => ({ ...section, statements: own.map(typed) })),
    tags,
    contentType,
    category,
    difficulty,
    priority,
    why: DEMO_NOTE,
  };
}

/** A line that shares a smaller part of its words with a sentence of the draft counts as the person's own sentence. */
const LEAST_SHARE = 0.4;

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
