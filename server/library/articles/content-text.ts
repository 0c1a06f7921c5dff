import { findTellingSentence } from "../../../engine/find/index.ts";
import { isWithoutStatement, type Section, type Statement } from "../../../shared/domain/article.ts";
import { parseInline, plainText } from "../../../shared/markdown/parse-inline.ts";

/**
 * The columns that repeat an article's statements as plain text, for cards and for the search. Without a summary, or when
 * it only says who answered, cards show the sentence that tells most of the answer, and none where each only reacts.
 */
export function joinStatementTexts({ summary, body }: { summary: Statement[]; body: Section[] }) {
  const told = body.filter(({ role }) => role !== "question" && role !== "symptom");
  const answer = (told.length > 0 ? told : body)
    .flatMap(({ statements }) => statements)
    .filter(({ form, text, correctedBy }) => form === "sentence" && !text.startsWith("~~") && !correctedBy);
  const shown =
    answer.length > 0 && summary.every(({ text }) => isWithoutStatement(text)) ? tellingOf(answer) : summary;
  return {
    summaryText: shown.map(({ form, text }) => (form === "sentence" ? plainText(parseInline(text)) : text)).join(" "),
    bodyText: body
      .flatMap(({ heading, statements }) => [heading ?? "", ...statements.map(({ text }) => text)])
      .join("\n"),
  };
}

function tellingOf(sentences: Statement[]): Statement[] {
  const telling = sentences[findTellingSentence(sentences.map(({ text }) => plainText(parseInline(text))))];
  return telling ? [telling] : [];
}

/** All text of an article that the search covers. */
export function textForSearch(article: {
  title: string;
  tags: string[];
  keywords: string[];
  summaryText: string;
  bodyText: string;
}): string {
  return [article.title, ...article.tags, ...article.keywords, article.summaryText, article.bodyText].join(" ");
}

/** A sentence with the reason for doubting it, as inline Markdown. */
export function appendDoubt({ form, text, doubt }: Statement): string {
  return doubt && form === "sentence" ? `${text} *(${doubt})*` : text;
}

/**
 * The statements of a section with their doubts in the text. Code cannot hold a remark: its doubt is a line below it, or in a list
 * part of the entry that the code belongs to.
 */
export function writeDoubts({ layout, statements }: Pick<Section, "layout" | "statements">): Statement[] {
  const written: Statement[] = [];
  for (const statement of statements) {
    const last = written.at(-1);
    const note = statement.form === "code" && statement.doubt ? `*(${statement.doubt})*` : "";
    if (note && layout !== "prose" && last?.form === "sentence")
      written[written.length - 1] = { ...last, text: `${last.text} ${note}` };
    written.push({ ...statement, text: appendDoubt(statement) });
    if (note && (layout === "prose" || last?.form !== "sentence"))
      written.push({ form: "sentence", text: note, language: null, sources: [] });
  }
  return written;
}
