import type { Statement, WrittenArticle } from "../../../shared/domain/article.ts";
import type { Conversation } from "../../../shared/domain/chat.ts";
import type { ContentType } from "../../../shared/domain/facets.ts";
import { cleanText } from "../clean-text.ts";
import type { WritingContext } from "../engine.ts";
import { addRedactions, redact } from "../redact.ts";
import { bodyOf, disagreement } from "./article-body.ts";
import { categoryOf, difficultyOf, priorityOf, vocabularyOf } from "./facets-of-talk.ts";
import { isNoise } from "./part-of-sentence.ts";
import { polish } from "./polish.ts";
import { readTalk, type SentencePiece, type Talk } from "./read-talk.ts";
import { selectStatements } from "./select-statements.ts";
import { type Kept, sentence } from "./statements.ts";
import { summaryOf } from "./summary.ts";
import { shapeOf, type TalkShape } from "./talk-shape.ts";
import { titleOf } from "./title-of-talk.ts";

const MOST_STATEMENTS = 20;
/** Who writes a guide means all of it. */
const MOST_STATEMENTS_OF_WRITE_UP = 80;
const WORDS_PER_MINUTE = 200;

/** Composes an article out of what was said. Secrets are taken out before anything is read. */
export function writeArticle(
  conversation: Conversation,
  contentType: ContentType,
  context: WritingContext,
): WrittenArticle {
  const { safe, redactions } = withoutSecrets(conversation);
  const talk = readTalk(safe);
  const shape = shapeOf(talk, 0);
  const { kept, contradictions } = selectStatements(talk, shape);
  const chosen = mostSalient(kept.length ? kept : whateverWasSaid(talk), shape);
  const statement = (item: Kept) => statementOf(item, talk);
  const used = new Set(
    [...chosen, ...contradictions.flatMap(({ first, second }) => [first, second])].flatMap((item) => item.messages),
  );
  const { title } = titleOf(talk, shape, chosen, vocabularyOf(talk, used, "", []).keywords, context.channelName);
  const { tags, keywords } = vocabularyOf(talk, used, title, context.knownTags);
  const body = bodyOf(contentType, chosen, title, statement);
  if (!body.length && chosen.length)
    body.push({ role: "context", heading: null, layout: "prose", statements: chosen.map(statement) });
  if (contradictions.length) {
    const nameOf = (item: Kept) => talk.messages[item.messages[0] ?? 0]?.authorName ?? "Someone";
    body.push(disagreement(contradictions, nameOf, statement));
  }
  const summary = summaryOf(chosen, title).map(statement);
  const words = [title, ...body.flatMap((section) => section.statements.map((item) => item.text))]
    .join(" ")
    .split(/\s+/).length;
  return {
    title,
    summary: summary.length
      ? summary
      : (body[0]?.statements.filter((item) => item.form === "sentence").slice(0, 1) ?? []),
    body,
    contentType,
    category: categoryOf(talk, context.channelName),
    difficulty: difficultyOf(talk),
    priority: priorityOf(talk, contentType),
    tags,
    keywords,
    estimatedReadTime: Math.max(1, Math.ceil(words / WORDS_PER_MINUTE)),
    redactions,
  };
}

function withoutSecrets(conversation: Conversation) {
  const lists: WrittenArticle["redactions"][] = [];
  const messages = conversation.messages.map((message) => {
    const { text, redactions } = redact(cleanText(message.text));
    lists.push(redactions);
    return { ...message, text, author: { ...message.author, name: redact(message.author.name).text } };
  });
  return { safe: { ...conversation, messages }, redactions: addRedactions(lists) };
}

function statementOf(item: Kept, talk: Talk): Statement {
  return {
    form: item.form,
    text: item.text,
    language: item.language,
    sources: item.messages.flatMap((index) => talk.messages[index]?.externalId ?? []),
  };
}

/** Long talk is cut to what matters most, in its own order; a code block or list stays with the sentence before it. */
function mostSalient(kept: Kept[], shape: TalkShape): Kept[] {
  const most = shape.questionAt === -1 ? MOST_STATEMENTS_OF_WRITE_UP : MOST_STATEMENTS;
  if (kept.length <= most) return kept;
  const ranked = kept.filter((item) => item.part !== "question").sort((a, b) => b.salience - a.salience);
  const chosen = new Set([...kept.filter((item) => item.part === "question").slice(0, 2), ...ranked.slice(0, most)]);
  for (const [index, item] of kept.entries()) {
    const next = kept[index + 1];
    if (item.text.endsWith(":") && next && chosen.has(next)) chosen.add(item);
  }
  return kept.filter((item) => chosen.has(item));
}

/** When no sentence looks like knowledge (another language, fragments): the longest ones, as they were said. */
function whateverWasSaid(talk: Talk): Kept[] {
  const names = talk.messages.map((message) => message.authorName);
  return talk.pieces
    .filter((piece): piece is SentencePiece => piece.form === "sentence" && !isNoise({ ...piece, sources: [] }))
    .toSorted((a, b) => b.text.length - a.text.length)
    .slice(0, 5)
    .sort((a, b) => a.message - b.message)
    .flatMap((piece) => {
      const text = polish(piece.text, names);
      const author = talk.messages[piece.message]?.author ?? "";
      return text
        ? [
            sentence({
              part: "explanation",
              text,
              messages: [piece.message],
              author,
              listed: piece.listed,
              stems: new Set(),
            }),
          ]
        : [];
    });
}
