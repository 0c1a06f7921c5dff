import { createHash } from "node:crypto";
import type { ArticleFixField, ArticleFixForm, ArticleFixSubmission } from "../../../connectors/chat-source.ts";
import type { EditedArticle } from "../../../shared/contract/editing.ts";
import type { Statement } from "../../../shared/domain/article.ts";
import { getHeading } from "../../../shared/domain/section-headings.ts";
import { type ArticleRow, isAwaitingReview } from "../../library/articles/index.ts";
import { computeEdition, computeStatementKeys } from "../../library/edit/index.ts";

interface FormContext {
  questionId: string;
  channelId: string;
  articleUrl: string;
}

/** The article as a form with a field for each sentence, so that each sentence keeps its messages. */
export function buildFixForm(article: ArticleRow, place: FormContext): ArticleFixForm {
  const nameOf = names(article);
  const field = (statement: Statement, index: number): ArticleFixField => ({
    id: nameOf(statement),
    label: statement.form === "code" ? "Code" : `Sentence ${index + 1}`,
    text: statement.text,
    isCode: statement.form === "code",
    now: null,
  });
  return {
    ...place,
    edition: shownAs(article),
    publishes: isAwaitingReview(article.state),
    isLate: false,
    title: { id: "title", label: "Title", text: article.title, isCode: false, now: null },
    sections: [
      { heading: "In short", fields: article.summary.map(field) },
      ...article.body.map((section) => ({
        heading: getHeading(section) ?? "Text",
        fields: section.statements.map(field),
      })),
    ].filter(({ fields }) => fields.length > 0),
    added: "",
  };
}

/**
 * The form for an article that changed while it was open: entered text stays, untouched fields get the present text. Text of a
 * removed sentence is offered as a new one.
 */
export function rebuildFixForm(article: ArticleRow, place: FormContext, typed: ArticleFixSubmission): ArticleFixForm {
  const form = buildFixForm(article, place);
  const changes = new Map(
    [...typed.texts]
      .filter(([name, text]) => isChanged(name, text))
      .map(([name, text]) => [keyIn(name), { name, text }]),
  );
  const again = (field: ArticleFixField): ArticleFixField => {
    const change = changes.get(keyIn(field.id));
    if (!change) return field;
    changes.delete(keyIn(field.id));
    const isSame = !isChanged(change.name, field.text) || tidy(field.text) === tidy(change.text);
    return { ...field, text: change.text, now: isSame ? null : field.text };
  };
  const sections = form.sections.map(({ heading, fields }) => ({ heading, fields: fields.map(again) }));
  const withoutField = [...changes.values()].map(({ text }) => tidy(text)).filter((text) => text !== "");
  const title = typed.texts.get("title") ?? "";
  const isRetitled = hashOf(title) !== typed.edition.split("~")[1] && tidy(title) !== tidy(article.title);
  return {
    ...form,
    isLate: true,
    title: isRetitled ? { ...form.title, text: title, now: article.title } : form.title,
    sections,
    added: [typed.added.trim(), ...withoutField].filter((text) => text !== "").join("\n"),
  };
}

/** The edit that the form requests; null if it changes nothing. */
export function parseFixForm(article: ArticleRow, { texts, added }: ArticleFixSubmission): EditedArticle | null {
  const nameOf = names(article);
  const keys = computeStatementKeys(article);
  let isAnother = false;
  const typedFor = ({ form, text }: Statement, name: string) => {
    const typed = texts.get(name);
    if (typed === undefined || !isChanged(name, typed)) return text;
    isAnother = true;
    return form === "code" ? typed.replace(/\r\n/g, "\n") : tidy(typed);
  };
  const statements = (list: Statement[]) =>
    list.map((statement) => ({
      key: keys.get(statement) ?? null,
      form: statement.form,
      text: typedFor(statement, nameOf(statement)),
      language: statement.language,
    }));
  const title = tidy(texts.get("title") ?? "") || article.title;
  const summary = statements(article.summary);
  const sections = article.body.map(({ role, heading, layout, statements: said }) => ({
    role,
    heading,
    layout,
    statements: statements(said),
  }));
  const news = added
    .split("\n")
    .map(tidy)
    .filter((text) => text !== "");
  const last = sections.at(-1)?.statements ?? summary;
  for (const text of news) last.push({ key: null, form: "sentence", text, language: null });
  if (!isAnother && news.length === 0 && title === article.title) return null;
  const { version, tags, contentType, category, difficulty, priority } = article;
  const labels = { tags, contentType, category, difficulty, priority };
  return { version, edition: computeEdition(article), title, summary, sections, ...labels, why: "In the chat." };
}

/** True if the article is unchanged since the person saw it. */
export const isUnchangedSinceShown = (article: ArticleRow, { edition }: ArticleFixSubmission) =>
  edition === shownAs(article);

/** Includes the title, so that an untouched one is recognised. */
const shownAs = (article: ArticleRow) => `${computeEdition(article)}~${hashOf(article.title)}`;

/** A field's name contains its sentence's key and a hash of the shown text, by which a change is recognised. */
function names(article: ArticleRow): (statement: Statement) => string {
  const keys = computeStatementKeys(article);
  return (statement) => `${hashOf(statement.text)}~${keys.get(statement) ?? ""}`;
}

const keyIn = (name: string) => name.slice(name.indexOf("~") + 1);
const isChanged = (name: string, text: string) => name !== "title" && hashOf(text) !== name.slice(0, name.indexOf("~"));

/** Ignores blanks at both ends, which a platform may remove. */
const hashOf = (text: string) => createHash("sha256").update(bare(text)).digest("base64url").slice(0, 8);
const bare = (text: string) => text.replace(/\r\n/g, "\n").trim();
const tidy = (text: string) => text.replace(/\s+/g, " ").trim();
