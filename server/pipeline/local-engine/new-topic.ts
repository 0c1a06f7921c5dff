import { statementsOf } from "../../../shared/domain/article.ts";
import type { Conversation } from "../../../shared/domain/chat.ts";
import type { Encoder } from "../meaning.ts";
import { contentTypeOf } from "./content-type.ts";
import { shapeForWriting } from "./conversation-shape.ts";
import { focusOf, partsOf } from "./focus.ts";
import { parseConversation } from "./parse-conversation.ts";
import { compareKnowledge, type KnowledgeText } from "./same-knowledge.ts";
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
    if (!later.has(part.key)) continue;
    const fresh = await knowledgeIn(part, encoder);
    if ((await compareKnowledge(known, fresh, encoder)).relation === "different")
      return part.messages.map(({ externalId }) => externalId);
  }
  return [];
}

async function knowledgeIn(part: Conversation, encoder: Encoder): Promise<KnowledgeText> {
  const parsed = parseConversation(focusOf(part));
  const contentType = contentTypeOf(parsed, shapeForWriting(parsed));
  const article = await writeArticleByMeaning(encoder, part, contentType, NOWHERE);
  return { title: article.title, contentType, statements: statementsOf(article) };
}
