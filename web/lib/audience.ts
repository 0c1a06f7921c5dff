import type { ArticlePage } from "../../shared/contract/articles.ts";
import type { ChannelAudience } from "../../shared/contract/channels.ts";
import { formatChannel, formatItems } from "./format.ts";

/** Describes who may read an article, such as 'Members of #finance, 7 people'. */
export function describeArticleAudience({ who, channels, people }: ArticlePage["audience"]): string {
  if (who === "everyone") return "Everyone in this workspace, except guests of the chat.";
  const names = channels.map(formatChannel);
  const last = names.pop() ?? "";
  const all = names.length > 0 ? `People who are in ${names.join(", ")} and ${last}` : `Members of ${last}`;
  return `${all}: ${formatItems(people, "person", "people")} here.`;
}

export function describeChannelAudience({ who, memberCount, readers }: ChannelAudience, name: string): string {
  if (who === "everyone")
    return `${name} is public: everyone in this workspace reads its articles, except guests of the chat.`;
  const members = memberCount === null ? "" : ` It has ${formatItems(memberCount, "member")} in the chat.`;
  return `${name} is private: its articles are for its members.${members} ${formatItems(readers.length, "person", "people")} of this workspace can read them.`;
}

/** Describes who reads a publishing target and which articles are published there. */
export function describeTargetReaders(names: string[]): string {
  if (names.length === 0)
    return "Read by everybody in the workspace: articles from private channels are held back from here.";
  const listed = new Intl.ListFormat("en").format(names.map(formatChannel));
  return `Read only by members of ${listed}: articles from public channels and from ${listed} are published here, others are held back.`;
}
