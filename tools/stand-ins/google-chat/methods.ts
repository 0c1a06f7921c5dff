import { GoogleChatFailure } from "./failure.ts";
import type { GoogleChatSpace, WireMessage } from "./space.ts";
import type { GoogleChatToken } from "./tokens.ts";

export interface MethodCall {
  spaces: GoogleChatSpace[];
  caller: GoogleChatToken;
  spaceId: string;
  messageId: string;
  /** The id or the e-mail address of a member. */
  member: string;
  query: Record<string, string>;
}

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces/list */
export function listSpaces({ spaces, caller, query }: MethodCall) {
  needScope(caller, { user: ["chat.spaces.readonly"], app: ["chat.bot"] }, "ListSpaces");
  const types = typesIn(query["filter"]);
  const mine = spaces.filter(
    ({ data }) => isMember(caller, data.id) && (!types || types.includes(data.spaceType ?? "SPACE")),
  );
  const { items, nextPageToken } = page(mine, query, { byDefault: 100, keyOf: ({ name }) => name });
  return answer("spaces", items.map(toWireSpace), nextPageToken);
}

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces/get */
export function getSpace(call: MethodCall) {
  needScope(call.caller, { user: ["chat.spaces.readonly"], app: ["chat.bot"] }, "GetSpace");
  return toWireSpace(findMemberSpace(call));
}

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/list */
export function listMessages(call: MethodCall) {
  const { caller, query } = call;
  needScope(caller, { user: ["chat.messages.readonly"], app: ["chat.app.messages.readonly"] }, "ListMessages");
  const space = findMemberSpace(call);
  const matches = messageFilter(query["filter"], space.name);
  const showsDeleted = query["showDeleted"] === "true";
  const found = space.messages.filter((message) => (showsDeleted || !message.deleteTime) && matches(message));
  const order = /^create_?time (asc|desc)$/i.exec(query["orderBy"] ?? "createTime ASC")?.[1]?.toUpperCase();
  if (!order) throw new GoogleChatFailure("INVALID_ARGUMENT", "Invalid order by.");
  const ordered = order === "DESC" ? found.toReversed() : found;
  const { items, nextPageToken } = page(ordered, query, { byDefault: 25, keyOf: ({ name }) => name });
  return answer(
    "messages",
    items.map((message) => messageShape(message, caller)),
    nextPageToken,
  );
}

/**
 * Returns a message. A deleted message is not found.
 * https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/get
 */
export function getMessage(call: MethodCall) {
  needScope(
    call.caller,
    { user: ["chat.messages.readonly"], app: ["chat.app.messages.readonly", "chat.bot"] },
    "GetMessage",
  );
  const space = findMemberSpace(call);
  const message = space.findMessage(call.messageId);
  // An app with only the scope chat.bot can read only messages that mention it.
  const mayRead = isAlone(space) || call.caller.scopes.some((scope) => scope.endsWith("messages.readonly"));
  if (!message || message.deleteTime || !mayRead)
    throw new GoogleChatFailure("NOT_FOUND", "Requested entity was not found.");
  return messageShape(message, call.caller);
}

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.members/list */
export function listMembers(call: MethodCall) {
  needScope(call.caller, { user: ["chat.memberships.readonly"], app: ["chat.bot"] }, "ListMemberships");
  const space = findMemberSpace(call);
  const members = space.data.people.filter(({ isBot, hasLeft }) => !isBot && !hasLeft);
  const { items, nextPageToken } = page(members, call.query, { byDefault: 100, keyOf: ({ id }) => id });
  const shapes = items.map(({ id, name }) => ({
    name: `${space.name}/members/${id}`,
    state: "JOINED",
    role: "ROLE_MEMBER",
    createTime: space.createTime,
    member: { name: `users/${id}`, displayName: name, type: "HUMAN" },
  }));
  return answer("memberships", shapes, nextPageToken);
}

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.members/get */
export function getMembership(call: MethodCall) {
  needScope(call.caller, { user: ["chat.memberships.readonly"], app: ["chat.bot"] }, "GetMembership");
  const space = findMemberSpace(call);
  const person =
    call.member === "app"
      ? findApp(call, space)
      : space.data.people.find(({ id, email, hasLeft }) => !hasLeft && [id, email].includes(call.member));
  if (!person) throw new GoogleChatFailure("NOT_FOUND", "Requested entity was not found.");
  const { id, name, isBot } = person;
  return {
    name: `${space.name}/members/${id}`,
    state: "JOINED",
    role: "ROLE_MEMBER",
    member: { name: `users/${id}`, displayName: name, type: isBot ? "BOT" : "HUMAN" },
  };
}

export const isMember = ({ spaceIds }: GoogleChatToken, spaceId: string) => !spaceIds || spaceIds.includes(spaceId);

export function needScope(caller: GoogleChatToken, anyOf: Record<"user" | "app", string[]>, method: string): void {
  if (anyOf[caller.kind].some((scope) => caller.scopes.includes(scope))) return;
  throw new GoogleChatFailure("PERMISSION_DENIED", "Request had insufficient authentication scopes.", {
    reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT",
    metadata: { service: "chat.googleapis.com", method: `google.chat.v1.ChatService.${method}` },
  });
}

/** Returns the app that posts in a space with the caller's credentials. */
export const findApp = ({ caller }: MethodCall, space: GoogleChatSpace) =>
  space.data.people.find(({ serviceAccount }) => serviceAccount !== undefined && serviceAccount === caller.owner);

export function findMemberSpace({ spaces, caller, spaceId }: MethodCall): GoogleChatSpace {
  const space = spaces.find(({ data }) => data.id === spaceId);
  if (!space) throw new GoogleChatFailure("NOT_FOUND", "Requested entity was not found.");
  if (!isMember(caller, spaceId))
    throw new GoogleChatFailure("PERMISSION_DENIED", "The caller does not have permission");
  return space;
}

function typesIn(filter: string | undefined): string[] | null {
  if (!filter) return null;
  return filter.split(/\s+OR\s+/).map((term) => {
    const type = /^space_?type\s*=\s*"(SPACE|GROUP_CHAT|DIRECT_MESSAGE)"$/i.exec(term.trim())?.[1];
    if (!type) throw new GoogleChatFailure("INVALID_ARGUMENT", "Invalid filter.");
    return type;
  });
}

function messageFilter(filter: string | undefined, space: string): (message: WireMessage) => boolean {
  const tests = (filter ? filter.split(/\s+AND\s+/) : []).map((term) => {
    const [, operator, moment = ""] = /^create_?time\s*(<=|>=|<|>)\s*"([^"]+)"$/i.exec(term.trim()) ?? [];
    const thread = /^thread\.name\s*=\s*(\S+)$/.exec(term.trim())?.[1];
    if (thread?.startsWith(`${space}/threads/`)) return (message: WireMessage) => message.thread.name === thread;
    if (!operator || Number.isNaN(Date.parse(moment)))
      throw new GoogleChatFailure("INVALID_ARGUMENT", "Invalid filter.");
    const limit = microsOf(moment);
    return ({ createTime }: WireMessage) => {
      const distance = microsOf(createTime) - limit;
      return (distance === 0 && operator.endsWith("=")) || (operator.startsWith(">") ? distance > 0 : distance < 0);
    };
  });
  return (message) => tests.every((test) => test(message));
}

function microsOf(moment: string): number {
  const digits = (/\.(\d+)/.exec(moment)?.[1] ?? "").padEnd(6, "0").slice(3, 6);
  return Date.parse(moment.replace(/\.(\d{1,3})\d*/, ".$1")) * 1000 + Number(digits);
}

/**
 * Returns one page of a list. The page token contains the request's parameters and is refused with other parameters.
 */
function page<Item>(
  all: Item[],
  query: Record<string, string>,
  { byDefault, keyOf }: { byDefault: number; keyOf: (item: Item) => string },
) {
  const size = query["pageSize"] === undefined ? byDefault : Number(query["pageSize"]);
  if (!Number.isInteger(size) || size < 0) throw new GoogleChatFailure("INVALID_ARGUMENT", "Invalid page size.");
  const limit = Math.min(size || byDefault, 1000);
  const asked = ["filter", "orderBy", "showDeleted"].map((name) => query[name] ?? "").join("\n");
  const from = query["pageToken"] ? all.findIndex((item) => keyOf(item) === nextKey(query["pageToken"], asked)) : 0;
  if (from < 0) throw new GoogleChatFailure("INVALID_ARGUMENT", "Invalid page token.");
  const next = all[from + limit];
  const nextPageToken = next ? Buffer.from(JSON.stringify([asked, keyOf(next)])).toString("base64url") : undefined;
  return { items: all.slice(from, from + limit), nextPageToken };
}

function nextKey(token: string | undefined, asked: string): string {
  try {
    const [wasAsked, key] = JSON.parse(Buffer.from(token ?? "", "base64url").toString("utf8")) as [string, string];
    if (wasAsked === asked) return key;
  } catch {
    // An invalid token is refused below, like the token of another request.
  }
  throw new GoogleChatFailure("INVALID_ARGUMENT", "Invalid page token.");
}

/** Builds a response. An empty result is `{}`, because protocol buffers omit empty lists. */
const answer = (name: string, items: unknown[], nextPageToken: string | undefined) => ({
  ...(items.length > 0 && { [name]: items }),
  ...(nextPageToken && { nextPageToken }),
});

/** Whether the space is a direct conversation between one person and an app. */
const isAlone = ({ data: { spaceType, people } }: GoogleChatSpace) =>
  spaceType === "DIRECT_MESSAGE" && people.some(({ isBot }) => isBot);

export function toWireSpace(space: GoogleChatSpace) {
  const { name, data, createTime } = space;
  return {
    name,
    ...(isAlone(space) && { singleUserBotDm: true }),
    type: data.spaceType === "DIRECT_MESSAGE" ? "DM" : "ROOM",
    spaceType: data.spaceType ?? "SPACE",
    displayName: data.displayName,
    spaceThreadingState: "THREADED_MESSAGES",
    spaceHistoryState: "HISTORY_ON",
    createTime,
    spaceUri: `https://chat.google.com/room/${data.id}?cls=11`,
    ...(data.externalUserAllowed && { externalUserAllowed: true }),
    ...(data.description && { spaceDetails: { description: data.description } }),
  };
}

/** Builds a message in Google's format. A person's token shows only a sender's id and type. */
function messageShape(message: WireMessage, { kind }: GoogleChatToken) {
  if (!message.sender || kind === "app") return message;
  const { name, type } = message.sender;
  return { ...message, sender: { name, type } };
}
