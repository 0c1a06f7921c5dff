import type { ConnectorRegistry } from "../../../connectors/registry.ts";
import { findNewWords } from "../../../engine/excerpt/index.ts";
import type { Statement } from "../../../shared/domain/article.ts";
import { findChatSource } from "../../integrations/index.ts";
import type { ArticleRow } from "./queries.ts";
import type { SourceEdit } from "./source-queries.ts";

interface ChannelAddress {
  platform: string | null;
  channelExternalId: string | null;
  teamUrl: string | null;
}

/** The URL of a message on its platform; null if the URL is unknown, as for imported messages or a removed channel. */
export function buildPermalink(
  connectors: ConnectorRegistry,
  { platform, channelExternalId, teamUrl }: ChannelAddress,
  message: { externalId: string; threadId: string | null },
): string | null {
  const source = findChatSource(connectors, platform);
  return source && channelExternalId ? source.permalink({ teamUrl, channelId: channelExternalId, message }) : null;
}

/** The name of a source's channel. For the article's own channel, the name when the article was written. */
export const getChannelName = (
  article: Pick<ArticleRow, "channelId" | "channelName">,
  source: { channelId: string | null; channelName: string | null },
) => (source.channelId === article.channelId ? article.channelName : (source.channelName ?? article.channelName));

/** Finds the edited message that contained the old sentence and contains the new sentence now. */
export const findEditedSource = (
  before: Pick<Statement, "sources"> | null | undefined,
  after: Pick<Statement, "sources"> | null | undefined,
  edited: { has(id: string): boolean },
): string | undefined => before?.sources.find((id) => edited.has(id) && after?.sources.includes(id));

/**
 * The sentences with which an edited message replaces one that is in doubt for its edit, as their author says them now. Undefined
 * where that cannot be told, or where several of its messages were edited.
 */
export function findNewSentences(statement: Statement, edits: readonly SourceEdit[]): Statement[] | undefined {
  const { doubt, correctedBy, keptDespite, sources } = statement;
  if (!doubt || correctedBy) return undefined;
  const found = edits.flatMap((edit) => {
    if (edit.before === "" || !sources.includes(edit.id) || keptDespite?.includes(edit.mark)) return [];
    const words = findNewWords(statement, edit);
    return words ? [words.map((one) => ({ ...one, sources: [edit.id] }))] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}
