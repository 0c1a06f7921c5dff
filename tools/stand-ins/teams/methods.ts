import type { StoredMessage, TeamsChannel } from "./channel.ts";
import { GraphFailure } from "./failure.ts";
import type { PageLinks } from "./links.ts";

export interface MethodCall {
  channel: TeamsChannel;
  query: Record<string, string>;
  links: PageLinks;
  messageId: string;
  replyId: string;
  /** True if the caller accepts newer enum values. Otherwise Microsoft returns 'unknownFutureValue' for them. */
  knowsNewWords: boolean;
  now: number;
}

const MOST = 50;
const REPLIES_EXPANDED = 1000;
/** https://learn.microsoft.com/graph/api/chatmessage-delta */
const EIGHT_MONTHS_MS = 240 * 86_400_000;

/**
 * Lists posts, sorted by the last activity in their threads.
 * https://learn.microsoft.com/graph/api/channel-list-messages
 */
export function listPosts(call: MethodCall) {
  const { channel, links } = call;
  const query = links.firstQuery(call.query, ["$top", "$expand"]);
  const posts =
    links.kept(call.query) ?? postsOf(channel).toSorted((a, b) => modified(channel, b) - modified(channel, a));
  return pageOf(call, posts, query, (post) => postShape(call, post, query["$expand"]));
}

/** https://learn.microsoft.com/graph/api/chatmessage-delta */
export function listChanges(call: MethodCall) {
  const { channel, links, now } = call;
  const query = links.firstQuery(call.query, ["$top", "$skip", "$expand", "$filter"]);
  const since = sinceOf(query["$filter"]);
  const known = links.changesKnown(call.query) ?? 0;
  const changed = postsOf(channel)
    .filter((post) => (channel.changed.get(post.wire.id) ?? 0) > known)
    .filter((post) => modified(channel, post) > Math.max(since, now - EIGHT_MONTHS_MS));
  const removed = known === 0 ? [] : [...channel.removed].filter(([, at]) => at > known).map(([id]) => id);
  const items = links.kept(call.query) ?? [...changed, ...removed];
  return pageOf(call, items, query, (item) => {
    if (typeof item === "string") return { id: item, "@removed": { reason: "deleted" } };
    return postShape(call, item, query["$expand"]);
  });
}

/** https://learn.microsoft.com/graph/api/chatmessage-get */
export function getPost(call: MethodCall) {
  call.links.firstQuery(call.query, []);
  return shape(call, postNamed(call));
}

/** Returns a reply. */
export function getReply(call: MethodCall) {
  call.links.firstQuery(call.query, []);
  const found = call.channel.repliesTo(postNamed(call).wire.id).find(({ wire }) => wire.id === call.replyId);
  if (!found) throw new GraphFailure("NotFound", "NotFound");
  return shape(call, found);
}

/** https://learn.microsoft.com/graph/api/chatmessage-list-replies */
export function listReplies(call: MethodCall) {
  const { channel, links } = call;
  const query = links.firstQuery(call.query, ["$top"]);
  const replies = links.kept(call.query) ?? channel.repliesTo(postNamed(call).wire.id).toReversed();
  return pageOf(call, replies, query, (reply) => shape(call, reply as StoredMessage));
}

/** https://learn.microsoft.com/graph/api/channel-list-members */
export function listMembers({ channel, links, query }: MethodCall) {
  links.firstQuery(query, ["$filter", "$select", "$top"]);
  const { people, tenantId } = channel.owner;
  const members = people.filter(({ isApp, hasLeft }) => !isApp && !hasLeft);
  const value = members.map((person) => ({
    "@odata.type": "#microsoft.graph.aadUserConversationMember",
    id: Buffer.from(`${channel.owner.teamId}##${person.id}`).toString("base64"),
    roles: person.roles ?? [],
    displayName: person.name,
    visibleHistoryStartDateTime: "0001-01-01T00:00:00Z",
    userId: person.id,
    email: person.email ?? null,
    tenantId: person.tenantId ?? tenantId,
  }));
  return { "@odata.count": value.length, value };
}

export function toWireChannel({ data, owner }: TeamsChannel) {
  return {
    id: data.id,
    createdDateTime: "2020-01-01T00:00:00Z",
    displayName: data.displayName,
    description: data.description ?? null,
    isFavoriteByDefault: null,
    email: "",
    webUrl: `https://teams.microsoft.com/l/channel/${encodeURIComponent(data.id)}/${encodeURIComponent(data.displayName)}?groupId=${owner.teamId}&tenantId=${owner.tenantId}`,
    membershipType: data.membershipType ?? "standard",
    ...(data.isArchived !== undefined && { isArchived: data.isArchived }),
  };
}

const postsOf = (channel: TeamsChannel) => channel.messages.filter(({ wire, postId }) => wire.id === postId);
const modified = (channel: TeamsChannel, { wire }: StoredMessage) => channel.modifiedAt(wire.id);

function postNamed({ channel, messageId }: MethodCall): StoredMessage {
  const found = postsOf(channel).find(({ wire }) => wire.id === messageId);
  if (!found) throw new GraphFailure("NotFound", "NotFound");
  return found;
}

type Item = StoredMessage | string;

function pageOf(call: MethodCall, items: Item[], query: Record<string, string>, shapeOf: (item: Item) => object) {
  const { links, channel } = call;
  const top = Number(query["$top"] ?? 20);
  if (!Number.isInteger(top) || top < 1 || top > MOST)
    throw new GraphFailure("BadRequest", `The limit of '${MOST}' for Top query has been exceeded.`);
  const from = links.offset(call.query);
  const shown = items.slice(from, from + top);
  const isLast = from + top >= items.length;
  return {
    "@odata.count": shown.length,
    ...(isLast
      ? links.end(call.query, query, channel)
      : links.next(call.query, query, { items, at: from + top, channel })),
    value: shown.map(shapeOf),
  };
}

function postShape(call: MethodCall, post: Item, expand: string | undefined): object {
  if (typeof post === "string") throw new Error("A removed post has no shape.");
  if (expand === undefined) return shape(call, post);
  if (expand !== "replies")
    throw new GraphFailure("BadRequest", `Parsing OData Select and Expand failed: '${expand}'.`);
  const replies = call.channel.repliesTo(post.wire.id).toReversed();
  const more = replies.length > REPLIES_EXPANDED;
  const rest = more && call.links.repliesAfter(call.channel, post.wire.id, replies, REPLIES_EXPANDED);
  return {
    ...shape(call, post),
    ...(rest && { "replies@odata.nextLink": rest }),
    replies: replies.slice(0, REPLIES_EXPANDED).map((reply) => shape(call, reply)),
  };
}

function shape({ knowsNewWords }: MethodCall, { wire }: StoredMessage): object {
  if (knowsNewWords || wire["messageType"] !== "systemEventMessage") return wire;
  return { ...wire, messageType: "unknownFutureValue" };
}

function sinceOf(filter: string | undefined): number {
  if (filter === undefined) return 0;
  const since = Date.parse(/^lastModifiedDateTime gt (\S+)$/.exec(filter)?.[1] ?? "");
  if (Number.isNaN(since)) throw new GraphFailure("BadRequest", `Invalid filter clause: '${filter}'.`);
  return since;
}
