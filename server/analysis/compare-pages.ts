import type { KnownArticle, LocalEngine, WritingResult } from "../../engine/contract.ts";
import { listStatements, type Statement, type WrittenArticle } from "../../shared/domain/article.ts";
import type { InScope, WorkspaceScope } from "../db/workspace-scope.ts";
import type { StoredConversation } from "../ingest/conversations/index.ts";
import { toKnowledgeText } from "../library/dedupe/index.ts";
import { type PageFindings } from "../library/save/index.ts";
import { listConversationsToWrite, type NewFinding } from "../wiki/findings/index.ts";
import { findNearbyPages, type NearbyPage } from "../wiki/nearby/index.ts";
import type { JudgingInput } from "./judging-input.ts";
import { dropMessagesBeforeRemoval } from "./removed-conversation.ts";

/** The most pages shown to a model, because each makes the call more expensive. */
export const MAX_PAGES_FOR_MODEL = 12;
/** The most pages that the local engine compares, which takes milliseconds. */
const MOST_COMPARED = 6;
/** The chance that a finding of the local engine is right. */
const BY_WORDS = 0.8;

/** A decision about a page may turn the conversation into an article. `isWanted` tells whether that was decided. */
export async function markIfArticleRequested<Given extends JudgingInput>(
  inScope: InScope,
  given: Given,
  { isWanted }: Pick<JudgingInput, "isWanted"> = given,
): Promise<Given> {
  const { isRequested, conversation } = given;
  if (isRequested || isWanted === false) return given;
  const isAsked =
    isWanted ?? (await inScope((scope) => listConversationsToWrite(scope, [conversation.id]))).has(conversation.id);
  return isAsked ? { ...given, isRequested: true } : given;
}

/** Looks up the decision again, which a person can make while the conversation is compared with pages. */
export const markIfRequestedMeanwhile = <Given extends JudgingInput>(inScope: InScope, given: Given): Promise<Given> =>
  markIfArticleRequested(inScope, given, {});

/**
 * The pages that a model compares a conversation with. Only pages that everybody may read, because a conversation covered by a
 * page gets no article.
 */
export async function listPagesToCompare(
  scope: WorkspaceScope,
  conversation: Pick<StoredConversation, "messages" | "question" | "gist" | "searches">,
  most = MAX_PAGES_FOR_MODEL,
): Promise<NearbyPage[]> {
  const { question, gist, searches } = conversation;
  const matter = [question ?? "", gist ?? "", searches.join(" ")];
  const pages = await findNearbyPages(scope, { said: textOf(conversation), matter }, most);
  return pages.filter(({ isForEverybody }) => isForEverybody);
}

const textOf = ({ messages }: { messages: { text: string }[] }) => messages.map(({ text }) => text).join("\n");

/**
 * Compares an excerpt with pages without a model. A page with restricted readers does not replace an article, because others
 * could not find the knowledge.
 */
export async function compareWithPages(
  inScope: InScope,
  engine: LocalEngine,
  { conversation, article }: { conversation: StoredConversation; article: WrittenArticle },
): Promise<PageFindings> {
  const said = dropMessagesBeforeRemoval(conversation);
  const pages = await inScope((scope) => findNearbyPages(scope, { said: textOf(said) }, MOST_COMPARED));
  if (pages.length === 0 || !engine.compareWithPages) return { findings: [], isInstead: false };
  const shown = pages.map(({ title, passages }) => ({ title, passages }));
  const statements = listStatements(article);
  const found = new Map<string, NewFinding & { isForEverybody: boolean }>();
  for (const { kind, page: at, passage, fresh } of await engine.compareWithPages(shown, toKnowledgeText(article))) {
    const page = pages[at];
    const position = page?.passages[passage]?.position;
    if (!page || position === undefined) continue;
    const key = kind === "confirms" ? `${kind} ${page.id}` : `${kind} ${page.id} ${position}`;
    const words = [...(found.get(key)?.fresh ?? []), ...fresh.flatMap((place) => statements[place] ?? [])];
    const about = { pageId: page.id, pageVersion: page.version, isForEverybody: page.isForEverybody };
    found.set(key, { ...about, kind, position, fresh: words, confidence: BY_WORDS });
  }
  const findings = [...found.values()];
  return { findings, isInstead: findings.some(({ isForEverybody }) => isForEverybody) };
}

/** The page in the form of a known article; its statements are the passages with their headings. */
export function toKnownArticle({ id, title, editedAt, passages }: NearbyPage): KnownArticle {
  const statements = passages.map(
    ({ headings, form, text }): Statement => ({
      form: form === "code" ? "code" : "sentence",
      text: [headings.at(-1) === title ? "" : headings.at(-1), text].filter(Boolean).join(": "),
      language: null,
      sources: [],
    }),
  );
  return {
    id,
    title,
    contentType: "documentation",
    summary: [],
    body: [{ role: "explanation", heading: null, layout: "prose", statements }],
    asOf: editedAt,
    isPage: true,
  };
}

/** Turns a model's comparison with a page into findings about its passages. */
export function findingsOf(
  page: NearbyPage,
  { comparison, article }: Pick<Extract<WritingResult, { outcome: "known" }>, "comparison" | "article">,
): NewFinding[] {
  const said = listStatements(article);
  const about = { pageId: page.id, pageVersion: page.version, confidence: comparison.confidence };
  const [confirmed, contradicted] = [new Map<number, Statement>(), new Map<number, Statement[]>()];
  for (const { relation, known, fresh } of comparison.pairs) {
    const [passage, statement] = [page.passages[known], said[fresh]];
    if (!passage || !statement) continue;
    if (relation === "same") confirmed.set(passage.position, statement);
    else contradicted.set(passage.position, [...(contradicted.get(passage.position) ?? []), statement]);
  }
  const findings: NewFinding[] = [...contradicted].map(([position, fresh]) => ({
    ...about,
    kind: "contradicts",
    position,
    fresh,
  }));
  const added = comparison.addedStatements.flatMap((place) => said[place] ?? []);
  // An addition belongs after the last passage that the conversation confirms, or at the end.
  const last = [...confirmed.keys()].toSorted((a, b) => a - b).at(-1) ?? page.passages.at(-1)?.position ?? 0;
  if (added.length > 0) findings.push({ ...about, kind: "adds", position: last, fresh: added });
  if (findings.length > 0) return findings;
  // The text of a confirmation is the page's, so only the messages are stored.
  const sources = [...new Set([...confirmed.values()].flatMap((statement) => statement.sources))];
  const fresh: Statement[] = [{ form: "sentence", text: "", language: null, sources }];
  return [{ ...about, kind: "confirms", position: last, fresh }];
}
