import type { Statement } from "../../shared/domain/article.ts";
import type { WritingContext } from "../contract.ts";
import { redact } from "../redact/redact.ts";
import { cleanText } from "../text/clean-text.ts";
import { type AcceptedArticle, acceptArticle, acceptStatements, problemOfDropped } from "./accept.ts";
import { askTwice, type Model, ModelGaveUp, type Question } from "./model.ts";
import type { ArticleAnswer } from "./prompts/answers.ts";
import { COMPOSE, CONDENSE, WRITE } from "./prompts/prompts.ts";
import { numbered, type Review, reviewWithModel, toMend, withoutWrong } from "./review.ts";
import { asData, type SafeConversation, type SafeMessage } from "./safe-conversation.ts";
import { splitConversation, tokensOfAll } from "./split-conversation.ts";
import { estimateTokens, sharesOf } from "./tokens.ts";

/** A conversation of more parts costs more than an article is worth. */
const MAX_PARTS = 24;
const TOKENS_PER_WORD = 3;

export interface ReviewedArticle {
  article: AcceptedArticle;
  /** What the model says of it when it reads it beside the conversation; null when it did not. */
  review: Review | null;
}

/** Better first. */
const VERDICTS: Review["verdict"][] = ["publish", "edit", "reject"];

/**
 * The model's article, as far as the conversation supports it, read by the model a second time and written once more where that
 * found something. Throws `ModelGaveUp`.
 */
export async function writeWithModel(
  model: Model,
  conversation: SafeConversation,
  context: WritingContext,
): Promise<ReviewedArticle> {
  const { prompt, data } = await questionFor(model, conversation, context);
  const first = await askForArticle(model, prompt, data, conversation, context);
  const review = await reviewWithModel(model, conversation, first);
  const read = numbered(first, conversation);
  const mend = review && toMend(review, read);
  if (!review || !mend) return { article: first, review };
  const again = await askAgain(model, prompt, { ...data, lastArticle: read, review: mend }, conversation, context);
  const second = again && (await reviewWithModel(model, conversation, again));
  const isBetter = second && VERDICTS.indexOf(second.verdict) <= VERDICTS.indexOf(review.verdict);
  const best = again && isBetter ? { article: again, review: second } : { article: first, review };
  const article = withoutWrong(best.article, best.review);
  if (!article) throw new ModelGaveUp("unusable", "What it wrote is not what was said, as it says itself.");
  return { ...best, article };
}

/** Null when it cannot be asked: what was written before stands. */
async function askAgain(...asked: Parameters<typeof askForArticle>): Promise<AcceptedArticle | null> {
  try {
    return await askForArticle(...asked);
  } catch (error) {
    if (error instanceof ModelGaveUp) return null;
    throw error;
  }
}

/** The conversation itself, or what its parts say where it is too long to be read at once. */
async function questionFor(
  model: Model,
  conversation: SafeConversation,
  context: WritingContext,
): Promise<{ prompt: typeof WRITE | typeof COMPOSE; data: Record<string, unknown> }> {
  const { input } = sharesOf(model.contextTokens);
  const channel = redact(cleanText(context.channelName)).text;
  if (tokensOfAll(conversation.messages) <= input) {
    return { prompt: WRITE, data: { channel, messages: asData(conversation.messages) } };
  }
  const parts = splitConversation(conversation.messages, input);
  if (parts.length > MAX_PARTS) {
    throw new ModelGaveUp(
      "too-long",
      `The conversation is longer than ${MAX_PARTS} times what the model can read at once.`,
    );
  }
  // Half of the window: the statements come with numbers and quotes around them.
  const share = Math.floor(input / 2 / parts.length);
  const condensed: Statement[] = [];
  for (const part of parts) condensed.push(...withinShare(await condense(model, part, share, conversation), share));
  return { prompt: COMPOSE, data: { channel, statements: asNotes(condensed, conversation) } };
}

async function askForArticle(
  model: Model,
  prompt: typeof WRITE | typeof COMPOSE,
  data: Record<string, unknown>,
  conversation: SafeConversation,
  { knownTags }: WritingContext,
): Promise<AcceptedArticle> {
  const question: Question<ArticleAnswer> = {
    ...prompt,
    data,
    maxOutputTokens: sharesOf(model.contextTokens).output,
    problemOf(given) {
      const { article, dropped } = acceptArticle(given, conversation, knownTags);
      return article ? null : problemOfDropped(dropped);
    },
  };
  const accepted = acceptArticle(await askTwice(model, question), conversation, knownTags);
  if (!accepted.article) throw new ModelGaveUp("unusable", problemOfDropped(accepted.dropped));
  if (!accepted.loss) return accepted.article;
  const problemWithYourLastAnswer = `Statements of it are not supported by the messages they name: ${accepted.loss}`;
  const again = await model.ask({ ...question, data: { ...data, problemWithYourLastAnswer } });
  const better = again.kind === "answer" ? acceptArticle(again.answer, conversation, knownTags) : null;
  const isBetter = better?.article && (!better.loss || better.dropped.length < accepted.dropped.length);
  return isBetter && better.article ? better.article : accepted.article;
}

async function condense(
  model: Model,
  part: SafeMessage[],
  share: number,
  conversation: SafeConversation,
): Promise<Statement[]> {
  const answer = await askTwice(model, {
    ...CONDENSE,
    data: { atMostWords: Math.floor(share / TOKENS_PER_WORD), messages: asData(part) },
    maxOutputTokens: sharesOf(model.contextTokens).output,
    problemOf({ statements }) {
      const accepted = acceptStatements(statements, conversation);
      const isLost = statements.length > 0 && accepted.statements.length === 0;
      return isLost ? problemOfDropped(accepted.dropped) : null;
    },
  });
  return acceptStatements(answer.statements, conversation).statements;
}

/** A model that says more than it was asked for loses the end of it, never another part's. */
function withinShare(statements: Statement[], share: number): Statement[] {
  let room = share;
  return statements.filter(({ text }) => {
    room -= estimateTokens(text);
    return room >= 0;
  });
}

function asNotes(statements: Statement[], { messages }: SafeConversation) {
  const numbers = new Map(messages.map(({ externalId, number }) => [externalId, number]));
  return statements.map(({ form, text, language, sources }) => ({
    form,
    text,
    language,
    sources: sources.flatMap((id) => numbers.get(id) ?? []),
  }));
}
