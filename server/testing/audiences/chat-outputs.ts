import { and, eq } from "drizzle-orm";
import type { AnswerPlace } from "../../ask/in-chat/answer-directly.ts";
import { findChatAnswer } from "../../ask/in-chat/find-chat-answer.ts";
import { findPageReply } from "../../ask/in-chat/find-page-reply.ts";
import { newId } from "../../db/new-id.ts";
import { type chatAnswers, conversations, messages, wikiPages } from "../../db/schema.ts";
import { buildFinding } from "../../wiki/testing/wiki-rows.ts";
import { buildMessage } from "../factories.ts";
import { mayReadPage } from "./pages.ts";
import { expectReaders, type TextOutput } from "./text-output.ts";
import { type PageOfWorld, type PersonOfWorld, TEAM, type World } from "./world.ts";

/** Checks answers that the product posts in the chat. The product's functions run; only the platform is replaced. */
export const CHAT_OUTPUTS: TextOutput[] = [
  { name: "answer in a channel about pages", isSlow: true, open: inChannel },
  { name: "reply in a channel about pages", isSlow: true, open: namePages },
  { name: "answer in a direct conversation about pages", isSlow: true, open: directly },
  {
    name: "answer in a direct conversation",
    open: async (person, { word }, world) => {
      const shown = await askDirectly(world, person, `What about ${word}?`);
      return person.externalId === null ? asStranger(world, shown) : shown;
    },
  },
];

/** Everybody can read a channel, so an answer there contains exactly the pages that everybody may read. */
async function inChannel(_: PersonOfWorld, __: unknown, world: World): Promise<string> {
  const { db } = world.test;
  const channelId = world.channels.find(({ isRemoved }) => !isRemoved)?.id;
  if (!channelId) return "";
  const { externalId: questionId } = await buildMessage(db, {
    workspaceId: world.workspaceId,
    channelId,
    text: "",
  });
  const isQuestion = and(eq(messages.channelId, channelId), eq(messages.externalId, questionId));
  try {
    for (const page of world.pages) {
      await db
        .update(messages)
        .set({ text: questionAbout(page) })
        .where(isQuestion);
      const shown = await answer(world, { channelId, questionId });
      check(page, shown, mayReadPage(world, null, page));
    }
  } finally {
    // Deletes the question, because other outputs must not find it.
    await db.delete(messages).where(isQuestion);
  }
  return "";
}

/** A reply that names a page where people said what it says names exactly the pages that everybody may read. */
async function namePages(_: PersonOfWorld, __: unknown, world: World): Promise<string> {
  const { test, workspaceId } = world;
  const channelId = world.channels.find(({ isRemoved }) => !isRemoved)?.id;
  if (!channelId) return "";
  for (const page of world.pages) {
    const isPage = and(eq(wikiPages.workspaceId, workspaceId), eq(wikiPages.externalId, page.externalId));
    const [stored] = await test.db.select({ id: wikiPages.id }).from(wikiPages).where(isPage);
    if (!stored) continue;
    const said = { channelId, kind: "confirms" as const, pageId: stored.id, passage: `It is ${page.word}.` };
    const { conversationId, sources } = await buildFinding(test.db, workspaceId, said);
    const [questionId = ""] = sources;
    try {
      const row = { workspaceId, id: newId(), channelId, questionId, threadId: questionId, kind: "told" };
      const reply = await findPageReply(test.deps, row as typeof chatAnswers.$inferSelect);
      check(page, JSON.stringify(reply?.words ?? null), mayReadPage(world, null, page));
    } finally {
      // Other outputs must not find the conversation.
      await test.db.delete(conversations).where(eq(conversations.id, conversationId));
      await test.db.delete(messages).where(and(eq(messages.channelId, channelId), eq(messages.externalId, questionId)));
    }
  }
  return "";
}

/**
 * Asks in a direct message. Members are answered with their own rights, unknown people with everybody's rights, and
 * guests not at all.
 */
async function directly(person: PersonOfWorld, _: unknown, world: World): Promise<string> {
  const reader = person.externalId !== null && person.isProven ? person : null;
  const isRefused = reader === null && isGuestOfChat(person);
  for (const page of world.pages)
    check(page, await askDirectly(world, person, questionAbout(page)), !isRefused && mayReadPage(world, reader, page));
  return "";
}

/** Without an account in the chat, the asker is a stranger there, whatever they may read in the product: no private channel. */
function asStranger({ articles, channels }: World, shown: string): string {
  const isPublic = (id: string) => channels.some((channel) => channel.id === id && !channel.isPrivate);
  const said = [
    ...articles.map(({ word, channels: of }) => ({ word, mayRead: [...of].every(isPublic) })),
    ...channels.map(({ word, id }) => ({ word, mayRead: isPublic(id) })),
  ];
  for (const { word, mayRead } of said)
    if (shown.includes(word)) expectReaders("An answer to a stranger in the chat", word, { isShown: true, mayRead });
  return "";
}

const questionAbout = ({ word }: PageOfWorld) => `What is ${word}?`;
const isGuestOfChat = ({ externalId, isGuest }: PersonOfWorld) => externalId !== null && isGuest;

const check = ({ word }: PageOfWorld, shown: string, mayRead: boolean): void =>
  expectReaders("An answer in the chat", word, { isShown: shown.includes(word), mayRead });

const askDirectly = (world: World, person: PersonOfWorld, text: string): Promise<string> => {
  const by = person.externalId ?? "U-UNKNOWN";
  const directly = { forMembersAlone: false, read: async () => [{ messageId: "1", by, text }] };
  const answers = { directly, isGuest: async () => isGuestOfChat(person) };
  return answer(world, { questionId: "1", askedBy: by }, { answers: answers as never, isDirect: true });
};

async function answer(
  { test, workspaceId }: World,
  asked: Partial<typeof chatAnswers.$inferSelect>,
  target: Partial<AnswerPlace> = {},
): Promise<string> {
  const row = { workspaceId, id: newId(), threadId: "1", askedBy: "U1", ...asked } as typeof chatAnswers.$inferSelect;
  const at = { id: row.id, channelId: "C1", threadId: "1" };
  const integration = { platform: "slack", teamId: TEAM };
  const place = {
    answers: {},
    integration,
    config: {},
    isWanted: true,
    isDirect: false,
    at,
    ...target,
  } as AnswerPlace;
  const found = await findChatAnswer(test.deps, row, place, new AbortController().signal);
  return JSON.stringify(found?.words);
}
