import { isInformative } from "../../../engine/compare/index.ts";
import type { MergePreview, MergeSentence } from "../../../shared/contract/canonical.ts";
import { listStatements, type Statement } from "../../../shared/domain/article.ts";
import { parseInline } from "../../../shared/markdown/parse-inline.ts";
import type { ReaderScope } from "../../db/audience.ts";
import { type ArticleRow, getArticle } from "../articles/queries.ts";
import { listSources } from "../articles/source-queries.ts";
import { describeAudience } from "../audience-queries.ts";
import { findPeopleNames } from "../edit/people-queries.ts";
import { computeEdition, computeStatementKeys } from "../edit/statement-keys.ts";
import { listRelations } from "./merge-relations.ts";

/** Lists the sentences of both articles, with their relations to each other. */
export async function readMergePreview(scope: ReaderScope, from: string, into: string): Promise<MergePreview> {
  const [gone, stays] = [await getArticle(scope, from), await getArticle(scope, into)];
  const sentences = await sentencesOf(scope, gone);
  return {
    from: {
      edition: computeEdition(gone),
      sentences: listRelations(stays, gone).flatMap(({ statement, ...relation }) => {
        const shown = sentences.get(statement);
        const isSmallTalk =
          relation.relation === "new" && statement.form === "sentence" && !isInformative(statement.text);
        return shown ? [{ ...shown, ...relation, ...(isSmallTalk && { isSmallTalk: true as const }) }] : [];
      }),
    },
    into: { edition: computeEdition(stays), sentences: [...(await sentencesOf(scope, stays)).values()] },
    audience: {
      from: await describeAudience(scope, from),
      into: await describeAudience(scope, into),
      merged: await describeAudience(scope, from, into),
    },
  };
}

async function sentencesOf(scope: ReaderScope, article: ArticleRow): Promise<Map<Statement, MergeSentence>> {
  const names = await findPeopleNames(
    scope,
    listStatements(article).map(({ hand }) => hand?.by),
  );
  const sources = new Map((await listSources(scope, article.id)).map((source) => [source.externalId, source]));
  const parts = [
    article.summary.map(() => "summary" as const),
    ...article.body.map((part) => part.statements.map(() => part.role)),
  ].flat();
  return new Map(
    [...computeStatementKeys(article)].map(([statement, key], position) => {
      const { form, text, hand } = statement;
      const last = statement.sources.flatMap((id) => sources.get(id) ?? []).sort((a, b) => +b.sentAt - +a.sentAt)[0];
      const shown: MergeSentence = {
        key,
        part: parts[position] ?? "note",
        form,
        text,
        inline: form === "sentence" ? parseInline(text) : [],
        ...(hand && { hand: { what: hand.what, by: names.get(hand.by) ?? null, at: hand.at } }),
        said: last ? { by: last.authorName, at: last.sentAt.toISOString() } : null,
      };
      return [statement, shown];
    }),
  );
}
