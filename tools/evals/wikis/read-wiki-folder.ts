import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { DemoTeam, SlackMessage } from "../../demo/chat.ts";

export interface WikiFilePage {
  id: string;
  title: string;
  /** The id of the parent page. */
  parent: string | null;
  author: string;
  updatedAt: string;
  restricted: boolean;
  markdown: string;
}

interface ChatMessage {
  id: string;
  author: string;
  at: string;
  text: string;
  /** For replies: the id of the first message of the thread. */
  threadOf?: string;
}

interface Chat {
  id: string;
  channel: string;
  messages: ChatMessage[];
}

/**
 * A person's label of a conversation. A wiki page says the same, lacks the information or contradicts it. Or no page is
 * about the subject, or the conversation is not knowledge.
 */
export interface WikiCase {
  chat: string;
  case: "told" | "adds" | "contradicts" | "new" | "nothing";
  /** The page about the same subject. */
  page: string | null;
}

export interface WikiFolder {
  pages: WikiFilePage[];
  cases: WikiCase[];
  team: DemoTeam;
  /** Maps the `ts` of a message to the id of the message's conversation. */
  chatByTs: Map<string, string>;
}

/**
 * Reads a folder with `pages.jsonl`, `chats.jsonl` and `cases.jsonl`. The chats become the export of one Slack
 * workspace.
 */
export async function readWikiFolder(folder: string): Promise<WikiFolder> {
  const [pages, chats, cases] = await Promise.all([
    readLines<WikiFilePage>(folder, "pages"),
    readLines<Chat>(folder, "chats"),
    readLines<WikiCase>(folder, "cases"),
  ]);
  return { pages, cases, ...createTeam(chats) };
}

async function readLines<T>(folder: string, name: string): Promise<T[]> {
  const text = await readFile(join(folder, `${name}.jsonl`), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}

function createTeam(chats: Chat[]): Pick<WikiFolder, "team" | "chatByTs"> {
  const userIds = new Map<string, string>();
  const chatByTs = new Map<string, string>();
  const messagesByChannel = new Map<string, SlackMessage[]>();
  for (const { id, channel, messages } of chats) {
    const tsById = new Map<string, string>();
    for (const message of messages) {
      const ts = `${Math.floor(Date.parse(message.at) / 1000)}.${String(chatByTs.size).padStart(6, "0")}`;
      tsById.set(message.id, ts);
      chatByTs.set(ts, id);
      const user = userIds.get(message.author) ?? `U${String(userIds.size).padStart(8, "0")}`;
      userIds.set(message.author, user);
      const thread = message.threadOf && tsById.get(message.threadOf);
      const sent = { type: "message" as const, ts, user, text: escapeText(message.text) };
      const list = messagesByChannel.get(channel) ?? [];
      messagesByChannel.set(channel, [...list, { ...sent, ...(thread && { thread_ts: thread }) }]);
    }
  }
  const channels = [...messagesByChannel].map(([name, messages], index) => createChannel(name, messages, index));
  const users = [...userIds].map(([name, id]) => createUser(name, id));
  return { team: { id: "T00000001", name: "Wiki", domain: "wiki", users, channels }, chatByTs };
}

/** Slack escapes these three characters in the text of messages. */
const escapeText = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

const createUser = (name: string, id: string) => ({
  id,
  name: name.toLowerCase().replaceAll(" ", "."),
  real_name: name,
  profile: { display_name: name, real_name: name },
  is_bot: false,
  deleted: false,
  tz: "Etc/UTC",
});

function createChannel(name: string, unsorted: SlackMessage[], index: number) {
  const messages = unsorted.toSorted((a, b) => Number(a.ts) - Number(b.ts));
  return {
    id: `C${String(index).padStart(8, "0")}`,
    name: name.replace(/^#/, ""),
    is_private: false,
    is_archived: false,
    topic: { value: "" },
    purpose: { value: "" },
    created: Math.floor(Number(messages[0]?.ts)) - 86_400,
    messages: messages.map((message) => {
      const replies = messages.filter(({ ts, thread_ts }) => thread_ts === message.ts && ts !== message.ts).length;
      return replies ? { ...message, thread_ts: message.ts, reply_count: replies } : message;
    }),
  };
}
