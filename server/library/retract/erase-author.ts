import { recordActivity } from "../../activity/index.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../errors.ts";
import { messagesChanged } from "../../ingest/index.ts";
import { lockArticles } from "../articles/article-queries.ts";
import {
  type ChangedMessage,
  eraseMessagesBy,
  listAuthors,
  recordErasedPeople,
  removeAuthors,
  removePeopleFromQuestions,
} from "./author-queries.ts";
import {
  buildNamePatterns,
  eraseNamesInArticles,
  eraseNamesInDecisions,
  eraseNamesInInbox,
  eraseNamesInLog,
  eraseNamesInMessages,
  eraseNamesInSources,
  eraseNamesInVersions,
  listArticlesNaming,
  type NamePatterns,
  requestRechecksOfErased,
} from "./name-queries.ts";

export interface ErasedAuthor {
  messages: number;
  articles: number;
}

/**
 * Erases a person on request, by the platform's id or the displayed name. Erases their messages, the sentences that
 * cite these, and their name wherever it is stored. Reading the channel again does not store their messages again.
 */
export async function eraseAuthor(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  wanted: string,
): Promise<ErasedAuthor> {
  const people = await listAuthors(scope, wanted);
  if (people.length === 0) throw notFound("person");
  await recordErasedPeople(scope, people);
  const ids = [...new Set(people.map(({ id }) => id))];
  const gone = await eraseMessagesBy(scope, ids);
  await announceChanged(scope, gone);
  const names = [...new Set(people.flatMap(({ id, name }) => [name, id]))].filter((name) => name.length > 1);
  const articleIds = await eraseNames(scope, buildNamePatterns(names));
  await removeAuthors(scope, ids);
  await removePeopleFromQuestions(scope, ids);
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `A person was erased on request: ${gone.length} messages, ${articleIds.length} articles are checked again.`,
    data: { messages: gone.length, articles: articleIds.length },
  });
  return { messages: gone.length, articles: articleIds.length };
}

/**
 * Erases the names, as whole words, in all stored data of the conversations. Returns the articles that contained them.
 */
async function eraseNames(scope: WorkspaceScope, names: NamePatterns): Promise<string[]> {
  await announceChanged(scope, await eraseNamesInMessages(scope, names));
  const ids = await lockArticles(scope, await listArticlesNaming(scope, names));
  await eraseNamesInArticles(scope, ids, names);
  await eraseNamesInSources(scope, names);
  await eraseNamesInVersions(scope, names);
  await eraseNamesInLog(scope, names);
  await eraseNamesInInbox(scope, names);
  await eraseNamesInDecisions(scope, names);
  await requestRechecksOfErased(scope, ids, names);
  return ids;
}

async function announceChanged(scope: WorkspaceScope, changed: ChangedMessage[]): Promise<void> {
  for (const [channelId, rows] of Map.groupBy(changed, (row) => row.channelId)) {
    await messagesChanged.announce(null, scope, { channelId, externalIds: rows.map(({ id }) => id) });
  }
}
