import type { ConnectorRegistry } from "../../../connectors/registry.ts";
import type { ArticlePage, ConversationMessage } from "../../../shared/contract/articles.ts";
import type { ReaderScope } from "../../db/audience.ts";
import { describeAudience } from "../audience-queries.ts";
import { findCategoryPath } from "../categories/category-queries.ts";
import { listEvidenceConversations } from "../dedupe/article-conversations.ts";
import { listContradictions, listUndecidedEdits, markContradictions } from "../dedupe/contradictions.ts";
import { findMergedInto } from "../dedupe/merged-queries.ts";
import { findPeopleNames } from "../edit/people-queries.ts";
import { countQuestionsAnswered } from "./answered-queries.ts";
import { listConversationMessages } from "./message-queries.ts";
import { listPublications } from "./publication-queries.ts";
import { getArticle, getArticleCard } from "./queries.ts";
import { listSources } from "./source-queries.ts";
import { listVersions } from "./version-queries.ts";
import { listPeopleIds, renderMarkdown, viewArticlePage, viewConversation } from "./views.ts";

/** Everything that this person sees on an article's page. Throws 'not found' if the person may not read the article. */
export async function readArticlePage(
  connectors: ConnectorRegistry,
  scope: ReaderScope,
  id: string,
): Promise<ArticlePage> {
  const card = await getArticleCard(scope, id);
  const article = await getArticle(scope, id);
  const versions = await listVersions(scope, id);
  return viewArticlePage(connectors, card, article, {
    // The page itself shows contradictions as notes.
    markdown: await renderMarkdown(connectors, scope, await markContradictions(scope, article)),
    sources: await listSources(scope, id),
    versions,
    names: await findPeopleNames(scope, listPeopleIds(article, versions)),
    publications: await listPublications(scope, id),
    conversations: await listEvidenceConversations(scope, id),
    contradictions: [...(await listContradictions(scope, id)), ...(await listUndecidedEdits(scope, article))],
    categoryPath: await findCategoryPath(scope, article.category),
    mergedInto: await findMergedInto(scope, article),
    audience: await describeAudience(scope, id),
    questionsAnswered: await countQuestionsAnswered(scope, id),
  });
}

/** The article's conversations, with the cited messages marked. */
export async function readConversation(
  connectors: ConnectorRegistry,
  scope: ReaderScope,
  id: string,
): Promise<ConversationMessage[]> {
  await getArticleCard(scope, id);
  const sources = await listSources(scope, id);
  const kept = new Map(sources.map(({ externalId, text }) => [externalId, text]));
  return viewConversation(connectors, await listConversationMessages(scope, id), kept);
}
