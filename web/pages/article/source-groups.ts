import type { ArticleSource } from "../../../shared/contract/articles.ts";

/** Messages by one person in one channel on one day. They are shown as one name with a link for each message. */
export type SourceGroup = [first: ArticleSource, ...rest: ArticleSource[]];

export function groupSources(sources: readonly ArticleSource[]): SourceGroup[] {
  const groups = new Map<string, SourceGroup>();
  for (const source of sources) {
    const key = JSON.stringify([source.authorName, source.channelName, source.sentAt.slice(0, 10)]);
    const group = groups.get(key);
    if (group) group.push(source);
    else groups.set(key, [source]);
  }
  return [...groups.values()];
}
