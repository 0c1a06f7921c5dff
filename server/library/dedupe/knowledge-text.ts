import type { Comparison, KnowledgeText } from "../../../engine/contract.ts";
import { type ArticleText, type Statement, statementsOf, type WrittenArticle } from "../../../shared/domain/article.ts";
import type { FreshKnowledge } from "../../db/schema.ts";

/** The most messages that one sentence cites; a reader gains nothing from more. */
const MOST_SOURCES = 10;
/** Sections that ask or set the scene: another way of asking is nothing new. */
const NOTHING_NEW: readonly string[] = ["question", "context", "symptom"];

export function knowledgeOf({
  title,
  contentType,
  ...said
}: ArticleText & Pick<WrittenArticle, "title" | "contentType">) {
  const statements = statementsOf(said).map(({ form, text }) => ({ form, text }));
  return { title, contentType, statements } satisfies KnowledgeText;
}

/** Maps every statement with its position in reading order; null removes it, and a section without statements goes too. */
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

/** The known text, whose statements also cite the fresh messages wherever both say the same. */
export function withMoreSources<Some extends ArticleText>(
  known: Some,
  fresh: ArticleText,
  { pairs }: Comparison,
): Some {
  const freshStatements = statementsOf(fresh);
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

/** Statements that a rewriting left unchanged keep the evidence of other conversations. */
export function keepingEvidence<Some extends ArticleText>(
  written: Some,
  known: ArticleText,
  evidence: ReadonlySet<string>,
): Some {
  const before = new Map(statementsOf(known).map(({ form, text, sources }) => [`${form} ${text}`, sources]));
  return mapStatements(written, (statement) => {
    const kept = before.get(`${statement.form} ${statement.text}`)?.filter((id) => evidence.has(id)) ?? [];
    const sources = [...new Set([...statement.sources, ...kept])];
    return sources.length === statement.sources.length ? statement : { ...statement, sources };
  });
}

/** The part of the fresh text that the known one lacks; null when that has no substance. */
export function addedKnowledge(fresh: FreshKnowledge, { addedStatements }: Comparison): FreshKnowledge | null {
  const isAdded = new Set(addedStatements);
  const inBody = new Set(fresh.body.flatMap(({ statements }) => statements.map(({ text }) => text)));
  let position = fresh.summary.length;
  const body = fresh.body.flatMap((section) => {
    const statements = section.statements.filter(() => isAdded.has(position++));
    return statements.length > 0 && !NOTHING_NEW.includes(section.role) ? [{ ...section, statements }] : [];
  });
  const summary = fresh.summary.filter(({ text }, index) => isAdded.has(index) && !inBody.has(text));
  if (summary.length === 0 && body.length === 0) return null;
  return { title: fresh.title, summary, body, tags: [], keywords: [] };
}

/** Combines two additions to the same article. */
export function joined(one: FreshKnowledge, other: FreshKnowledge): FreshKnowledge {
  const known = new Set(statementsOf(one).map(({ text }) => text));
  const rest = mapStatements(other, (statement) => (known.has(statement.text) ? null : statement));
  return { ...one, summary: [...one.summary, ...rest.summary], body: [...one.body, ...rest.body] };
}

/** The article with the added statements at the end of their sections, without statements that it has already. */
export function proposedContent<Some extends ArticleText>(known: Some, added: ArticleText): Some {
  const texts = new Set(statementsOf(known).map(({ text }) => text));
  const fresh = mapStatements(added, (statement) => (texts.has(statement.text) ? null : statement));
  const body = known.body.map((section) => ({ ...section, statements: [...section.statements] }));
  for (const section of fresh.body) {
    const place = body.find(({ role, layout }) => role === section.role && layout === section.layout);
    if (place) place.statements.push(...section.statements);
    else body.push(section);
  }
  // A summary stays short: its additions go to the body.
  if (fresh.summary.length > 0) {
    const place = body.find(({ role }) => role === "note");
    if (place) place.statements.push(...fresh.summary);
    else body.push({ role: "note", heading: null, layout: "prose", statements: fresh.summary });
  }
  return { ...known, body };
}
