import { findMostInstructiveSentence } from "../../../engine/find/index.ts";
import { isEmptyStatement, type Section, type Statement } from "../../../shared/domain/article.ts";
import { parseInline, toPlainText } from "../../../shared/markdown/parse-inline.ts";

/**
 * The columns that repeat an article's statements as plain text, for cards and for the search. If the summary is
 * missing, or says only who answered, a card shows the sentence with most of the answer. If all sentences are mere
 * reactions, the card shows none.
 */
export function joinStatementTexts({ summary, body }: { summary: Statement[]; body: Section[] }) {
  const told = body.filter(({ role }) => role !== "question" && role !== "symptom");
  const answer = (told.length > 0 ? told : body)
    .flatMap(({ statements }) => statements)
    .filter(({ form, text, correctedBy }) => form === "sentence" && !text.startsWith("~~") && !correctedBy);
  const shown =
    answer.length > 0 && summary.every(({ text }) => isEmptyStatement(text)) ? chooseTellingSentence(answer) : summary;
  return {
    summaryText: shown.map(({ form, text }) => (form === "sentence" ? toPlainText(parseInline(text)) : text)).join(" "),
    bodyText: body
      .flatMap(({ heading, statements }) => [heading ?? "", ...statements.map(({ text }) => text)])
      .join("\n"),
  };
}

function chooseTellingSentence(sentences: Statement[]): Statement[] {
  const telling = sentences[findMostInstructiveSentence(sentences.map(({ text }) => toPlainText(parseInline(text))))];
  return telling ? [telling] : [];
}

/** All text of an article that the search covers. */
export function buildSearchText(article: {
  title: string;
  tags: string[];
  keywords: string[];
  summaryText: string;
  bodyText: string;
}): string {
  return [article.title, ...article.tags, ...article.keywords, article.summaryText, article.bodyText].join(" ");
}

/** A sentence followed by the reason for doubting it, as inline Markdown. */
export function appendDoubt({ form, text, doubt }: Statement): string {
  return doubt && form === "sentence" ? `${text} *(${doubt})*` : text;
}

/**
 * A section's statements with the reasons for doubting them in the text. Code cannot contain a remark, so its doubt is
 * a line below the code. In a list, that line is part of the code's list entry.
 */
export function appendDoubtsToStatements({ layout, statements }: Pick<Section, "layout" | "statements">): Statement[] {
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
