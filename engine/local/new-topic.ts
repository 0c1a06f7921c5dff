import { statementsOf } from "../../shared/domain/article.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import type { Encoder } from "../encoder/meaning.ts";
import { contentTypeOf } from "./content-type.ts";
import { shapeForWriting } from "./conversation-shape.ts";
import { focusOf, partsOf } from "./focus.ts";
import { parseConversation } from "./parse-conversation.ts";
import { compareKnowledge, type KnowledgeText } from "./same-knowledge.ts";
import { contentWordsOf } from "./words.ts";
import { writeArticleByMeaning } from "./write-article.ts";

const NOWHERE = { channelName: "", knownTags: [] };

/**
 * Of a conversation of which an article was written, the first further part that begins behind the last message the article
 * cites and of which an article about another matter would be written. Answers the ids of its messages; none: it goes on about
 * the same.
 */
export async function newTopicIn(
  conversation: Conversation,
  known: KnowledgeText,
  cited: readonly string[],
  encoder: Encoder,
): Promise<string[]> {
  const lastCited = conversation.messages.findLastIndex(({ externalId }) => cited.includes(externalId));
  const later = new Set(conversation.messages.slice(lastCited + 1).map(({ externalId }) => externalId));
  for (const part of partsOf(conversation).slice(1)) {
    if (!later.has(part.key) || goesOn(conversation, part)) continue;
    const fresh = await knowledgeIn(part, encoder);
    if ((await compareKnowledge(known, fresh, encoder)).relation === "different")
      return part.messages.map(({ externalId }) => externalId);
  }
  return [];
}

/** Who names somebody of the conversation within this time still speaks of what it was about. */
const SOON_MS = 2 * 60 * 60 * 1000;
/** From so many words and such a share of a question on, it is about what was spoken of. */
const SHARED_WORDS = 2;
const SHARED = 0.25;
const THANKS = /^\W*(?:@\S+\W+)?(?:thanks|thank you|thx|ty)\b/i;

/** The part begins with words to somebody, or of something, that the conversation was about. */
function goesOn({ messages }: Conversation, part: Conversation): boolean {
  const place = messages.findIndex(({ externalId }) => externalId === part.key);
  const [first, before] = [messages[place], messages.slice(0, place)];
  const last = before.at(-1);
  if (!first || !last) return false;
  if (THANKS.test(first.text)) return true;
  const isSoon = first.sentAt.getTime() - last.sentAt.getTime() < SOON_MS;
  const text = first.text.toLowerCase();
  if (isSoon && before.some(({ author }) => text.includes(`@${author.name.toLowerCase()}`))) return true;
  const said = new Set(before.flatMap((message) => contentWordsOf(message.text)));
  const asked = [...new Set(contentWordsOf(first.text))];
  const shared = asked.filter((word) => said.has(word)).length;
  return shared >= SHARED_WORDS && shared > SHARED * asked.length;
}

async function knowledgeIn(part: Conversation, encoder: Encoder): Promise<KnowledgeText> {
  const parsed = parseConversation(focusOf(part));
  const contentType = contentTypeOf(parsed, shapeForWriting(parsed));
  const article = await writeArticleByMeaning(encoder, part, contentType, NOWHERE);
  return { title: article.title, contentType, statements: statementsOf(article) };
}
