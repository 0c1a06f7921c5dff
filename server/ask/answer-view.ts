import type { AnswerSentence, AskAnswer } from "../../shared/contract/ask.ts";
import { parseInline } from "../../shared/markdown/parse-inline.ts";
import type { ReaderScope } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import {
  channelNameOf,
  handView,
  listContradictions,
  listSources,
  namesOfPeople,
  permalinkOf,
} from "../library/index.ts";
import type { FoundInLibrary } from "./find-answer.ts";
import { statementsOf } from "./read-articles.ts";

/** Below it nothing that was found is near, and nothing of it is shown: no article, and nobody who might know. */
const NEAR_FROM = 0.4;
const SHOWN_ARTICLES = 5;

/** Only what this person may read comes in here, and leaves. */
export async function answerView(
  { connectors }: Pick<Deps, "connectors">,
  scope: ReaderScope,
  { found, articles }: FoundInLibrary,
): Promise<AskAnswer> {
  const verdict = found.isAnswered ? "answered" : found.score >= NEAR_FROM ? "near" : "unknown";
  const near = (verdict === "unknown" ? [] : found.articles)
    .flatMap(({ id }) => articles.get(id) ?? [])
    .slice(0, SHOWN_ARTICLES);
  const shown: AnswerSentence[] = [];
  const [best] = near;
  if (best) {
    const sources = await listSources(scope, best.id);
    const contradictions = await listContradictions(scope, best.id);
    const statements = statementsOf(best);
    const names = await namesOfPeople(
      scope,
      statements.map(({ hand }) => hand?.by),
    );
    for (const { position } of found.sentences) {
      const statement = statements[position];
      if (!statement) continue;
      const against = contradictions.find(({ known }) => known === statement.text);
      shown.push({
        articleId: best.id,
        articleTitle: best.title,
        form: statement.form,
        text: statement.text,
        inline: statement.form === "sentence" ? parseInline(statement.text) : [],
        language: statement.language,
        doubt: statement.doubt ?? null,
        contradiction: against ? { inline: against.shown.fresh, note: against.shown.note } : null,
        ...(statement.hand && { hand: handView(statement.hand, names) }),
        sources: sources
          .filter(({ externalId }) => statement.sources.includes(externalId))
          .map((source) => ({
            id: source.externalId,
            authorName: source.authorName,
            channelName: channelNameOf(best, source),
            sentAt: source.sentAt.toISOString(),
            permalink: permalinkOf(connectors, source, source),
          })),
      });
    }
  }
  return {
    verdict,
    score: Math.round(found.score * 1000) / 1000,
    sentences: shown,
    articles: near.map(({ id, title, summaryText, updatedAt }) => ({
      id,
      title,
      summary: summaryText,
      updatedAt: updatedAt.toISOString(),
    })),
    people: best?.authorName && shown.length > 0 ? [best.authorName] : [],
  };
}
