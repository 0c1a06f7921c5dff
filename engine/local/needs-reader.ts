import type { Conversation } from "../../shared/domain/chat.ts";
import { type ConversationShape, shapeForWriting } from "./conversation-shape.ts";
import { type ParsedConversation, parseConversation, type SentencePiece } from "./parse-conversation.ts";
import { readActs } from "./sentence-acts.ts";

/** What only decides whether somebody has to read the article first; see `mostFor`. */
export function readerCues(
  conversation: ParsedConversation,
  shape: ConversationShape,
  lastAnswer: number,
): Record<"addressed" | "repliedTo", number> {
  const { messages } = conversation;
  const reply = conversation.pieces.find(
    (piece): piece is SentencePiece =>
      piece.form === "sentence" &&
      piece.message > lastAnswer &&
      messages[piece.message]?.author === shape.asker &&
      !piece.acts.smallTalk,
  );
  const isContent = conversation.pieces.some(
    (piece) =>
      piece.form === "sentence" &&
      piece.message > lastAnswer &&
      messages[piece.message]?.author === shape.asker &&
      (piece.acts.thanks || piece.acts.confirmation || piece.acts.agreement),
  );
  return {
    addressed: addressedIn(conversation, shape),
    repliedTo: Number(shape.questionAt !== -1 && !isContent && reply !== undefined && TURNS_BACK.test(reply.text)),
  };
}

/** Share of others' messages that open with somebody's name. */
function addressedIn({ messages, ...conversation }: ParsedConversation, shape: ConversationShape): number {
  const ofOthers = messages.filter(({ author }) => author !== shape.asker || shape.questionAt === -1);
  const names = conversation.names.flatMap((name) => [
    name.toLowerCase(),
    ...name.toLowerCase().split(/\s+/).slice(0, 1),
  ]);
  const isAddressed = ({ text }: { text: string }) => {
    const said = text.toLowerCase();
    return (
      (!conversation.isThread && MENTION.test(said)) ||
      names.some((name) => name && said.startsWith(name) && /^\s*[:,]/.test(said.slice(name.length)))
    );
  };
  return ofOthers.length ? ofOthers.filter(isAddressed).length / ofOthers.length : 0;
}

/**
 * From this share of others' messages on that open with somebody's name, many people talk at once. Of such articles too few
 * can be published as they are, whatever else speaks for one (docs/engine.md, "Fit for publication").
 */
export const CROWDED = 0.2;
export const IN_A_CROWD =
  "people call each other by name, as where many talk at once: too few articles of such channels are right to publish one unread";

/** Whether a conversation is one of a room where many talk at once. */
export function isCrowded(conversation: Conversation): boolean {
  const parsed = parseConversation(conversation, [...new Set(conversation.messages.map(({ author }) => author.name))]);
  return addressedIn(parsed, shapeForWriting(parsed)) >= CROWDED;
}

/** Outside of a thread; in one, a mention only makes sure that somebody looks. */
const MENTION = /^<?@(?!(?:channel|here|all|everyone)\b)[\p{L}\p{N}]/u;

/** The asker's last word is about the answer, and no thanks: "that lists about a million packages". */
const TURNS_BACK = /^(?:\S+[:,]\s*)?(?:but|that(?!['’]s\b)|still|hm+|no|(?:yes|ok),? but)\b/i;

const CLAUSE_ONLY = /^(?:when|if|because|since|although|preferably|but|and|or|so|then|also)\b(?!['’]s\b)[^,]*[^?]$/i;
/** "How to make so that when …", "[ <id> ] field": cut out of its sentence. */
const BROKEN_OFF = /^[[<(>{]|\b(?:so that|that|so) (?:when|if)\b(?![^,]*, \w)/i;
/** "Restarted twice", "You sent the form": what somebody did is no title. */
export const OWN_DOING =
  /^(?:(?:already |just )?(?:restarted|tried|checked|rebooted|reinstalled|got|had|did|made|looked)\b|you (?:are|were|sent|have|had|got|send|did)\b(?![^?]*, (?:how|what|where|when|which)\b)|\p{L}+ed\b.*\b(?:twice|off and on|on and off|\d times)$)/iu;
/** Of one customer or one day. */
const ONE_OCCASION = /\b(?:Mrs?|Ms|Miss|Frau|Herr)\.? \p{Lu}|\b(?:today|yesterday|tomorrow|tonight|this morning)\b/u;
/** THe, DON't. */
const ODD_CAPITALS = /\b\p{Lu}{2,}(?:['’]\p{Ll}|\p{Ll}{1,2}(?<!s)\b)/u;
const TROUBLE =
  /\b(?:not|no|only|nothing|never|cannot|again|always|wrong|too|late|off|still|fix)\b|n['’]t\b|["“]|error/i;

/** A clause, a typing error, or a fix of nothing that is wrong: no title. */
export function isHalf(title: string): boolean {
  const fixed = /^Fix: (.+)$/.exec(title)?.[1];
  return (
    CLAUSE_ONLY.test(fixed ?? title) ||
    BROKEN_OFF.test(fixed ?? title) ||
    OWN_DOING.test(fixed ?? title) ||
    ONE_OCCASION.test(title) ||
    (!title.endsWith("?") && (title.match(/, /g)?.length ?? 0) >= 2) ||
    ODD_CAPITALS.test(title) ||
    /\w[<>]$/.test(title) ||
    (fixed !== undefined && !tellsTrouble(fixed))
  );
}

/** Whether something is wrong in it. */
export const tellsTrouble = (title: string): boolean => TROUBLE.test(title) || readActs(title).symptom;

/** Whose, how many or when it was this time: "Client Brossard says …", "Stock is off by 30", "what did you do last time?". */
const OF_ONE_CASE =
  /\b(?:he|she|him|his|her|hers)\b|\b(?:did|have) (?:you|we)\b|\blast time\b|\band that['’]s it\b|^(?:fix: )?(?!need|speed|feed|seed|embed|red\b)\p{L}+ed\b|\b\d+\b(?!\s?(?:%|[€£$]|(?:minutes?|hours?|days?|weeks?|months?|years?|km|kg|gb|mb)\b))/iu;

const NAMES_WHOSE =
  /\b(?:[Cc]lient|[Cc]ustomer|[Dd]river|[Gg]uest|[Pp]atient|[Tt]enant|[Pp]arent|[Ss]upplier|[Mm]ember|[Vv]isitor|[Cc]olleague) (?:from |of |in |at )?\p{Lu}\p{Ll}/u;

/** Without what is quoted and what stands in code: an error message may hold any number. */
function isOfOneCase(title: string): boolean {
  const told = title.replace(/["“][^"”]*["”]|`[^`]*`/g, " ");
  return OF_ONE_CASE.test(told) || NAMES_WHOSE.test(told);
}

/** What the words of a title alone show. */
export function titleCues(title: string): Record<"titleStory" | "titleOccasion" | "titleOfCase", number> {
  const bare = title.replace(/^Fix: /, "");
  const asks = bare.endsWith("?") || /^(?:how|what|where|when|which|why|who|difference)\b/i.test(bare);
  return {
    // "Coach for the bowls club is 40 minutes out": neither asks nor tells what is wrong.
    titleStory: Number(!asks && !tellsTrouble(bare) && !/\b(?:wants?|asks?|needs?)\b/i.test(bare)),
    titleOfCase: Number(isOfOneCase(title)),
    titleOccasion: Number(ONE_OCCASION.test(bare)) + Number(OWN_DOING.test(bare)),
  };
}

/** The most an article gets that somebody has to read first, whatever else speaks for it. */
const MOST_UNREAD = 0.4;
/** Of 57 articles of strangers' rooms that were read, three could be published as they were. */
const MOST_IN_A_CROWD = 0.1;
/**
 * A title that is about one case goes out unread only where more risk is accepted than at first. Of 13 articles of offices that nothing was fitted on and that had
 * .8 or more, 3 could be published as they were; of the 7 with such a title none.
 */
const MOST_OF_ONE_CASE = 0.75;

/** The most an article gets by what a reader would have to see to. */
export function mostFor(features: Record<string, number>): number {
  if ((features["addressed"] ?? 0) >= CROWDED) return MOST_IN_A_CROWD;
  if (needsReader(features)) return MOST_UNREAD;
  return features["titleOfCase"] ? MOST_OF_ONE_CASE : 1;
}

/** The most that any article of it gets, whatever it tells and is called. */
export function mostOf(conversation: ParsedConversation, shape: ConversationShape, leftOut: number): number {
  return mostFor({
    addressed: addressedIn(conversation, shape),
    gaps: gapsIn(conversation),
    leftOut: Math.log1p(leftOut),
    messages: Math.log1p(conversation.messages.length),
    titlePoints: Number.POSITIVE_INFINITY,
  });
}

const LEFT_OUT = /\[?<-(?:CODE|LINK|IMAGE|FILE)S?->\]?/;

/** Messages in which something that was shown is missing. */
export const gapsIn = ({ messages }: ParsedConversation): number =>
  messages.filter(({ text }) => LEFT_OUT.test(text)).length;

/** What no article that goes out by itself may have. */
function needsReader(features: Record<string, number>): boolean {
  const {
    titlePoints = 0,
    titleVague = 0,
    titleLong = 0,
    gaps = 0,
    contradictions = 0,
    quoted = 0,
    byAsker = 0,
  } = features;
  const {
    onlyLinks = 0,
    stillWrong = 0,
    leftOut = 0,
    messages = 0,
    hedged = 0,
    asksBack = 0,
    opensBack = 0,
    asked = 0,
    thanked = 0,
    confirmed = 0,
    marked = 0,
    answerWords = 0,
    titleHalf = 0,
    repliedTo = 0,
  } = features;
  const isBare = asked > 0 && marked < 0.2 && answerWords < (thanked || confirmed ? A_LINE : A_FEW_WORDS);
  return (
    isBare ||
    titleHalf > 0 ||
    (asked > 0 && (features["titleStory"] ?? 0) > 0) ||
    repliedTo > 0 ||
    titlePoints < UNCLEAR ||
    titleVague > 0 ||
    titleLong > 1.5 ||
    gaps > 0 ||
    contradictions > 0 ||
    quoted > 0.34 ||
    (asked > 0 && byAsker > 0.34) ||
    onlyLinks > 0 ||
    stillWrong > 0 ||
    hedged > 0.5 ||
    asksBack > 0.2 ||
    (opensBack > 0 && (features["answers"] ?? 0) < 0.8) ||
    leftOut > Math.log(9) ||
    messages > Math.log(26)
  );
}

/** An answer no longer than this that nobody thanked for may be a guess. */
const A_FEW_WORDS = Math.log1p(40);
/** Thanks for less than this may be for a pointer to somewhere else. */
const A_LINE = Math.log1p(15);
/** Points under which a title does not speak for itself. */
export const UNCLEAR = 1.2;
