import { asksOn, firstAnswer, goesOnAsking, hangs, pointsAt, replyAt, withoutOpening } from "./asks-on.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import { furtherReport, isReply } from "./further-reports.ts";
import type { Joined, JoinedSentence } from "./join-sentences.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { isNoise } from "./part-of-sentence.ts";
import { capitalised, polish } from "./polish.ts";
import { type AlsoAsked, sharedWith, subjectOf } from "./statements.ts";
import { ofYou } from "./voice.ts";
import { contentWordsOf } from "./words.ts";

const LONGEST = 160;
const MOST_WORDS_OF_CASE = 16;
/** "20 August" says nothing without what it was said to. */
const FEWEST_WORDS_OF_REPLY = 3;
/** What its asker did, feels or only confirms. */
const OWN_DOING =
  /^(?:(?:i|we)(?:['’]ve| have)? )?(?:just |already |now )?(?:did|done|tried|trying|put|took|made|sent|got|checked|pressed|restarted|updated|changed|set|called|wrote|booked|redone|submitted|signed|pushed|running|looking|thanks|will|going|gonna|love|cheers|was)\b|^(?:that|this|it) (?:worked|works|helped|did|was it)\b|^(?:i|we)['’ ]?(?:ll|m|will|am|know|see)\b|^(?:you|u|so)\b/i;
/** "I thought it goes off by itself", "customer also says he had to pay": what is said by it. */
const SAYS =
  /^(?:(?:and|but|also|so) )*(?:i (?:always )?(?:thought|assumed|figured|heard)(?: that)?|(?:(?:he|she|they)|(?:the )?(?:customer|client|agent|guest|parent|patient|driver|supplier|boss|manager))(?:['’]s| is| are)? (?:also )?(?:says?|said|saying|asks?|asking|asked|claims?|thinks?)(?: that| if| whether)?) (?=\S)/i;
/** ", it's only us two", ", asking for a friend": after what is asked. */
const AFTERTHOUGHT =
  /,\s+(?:it['’]?s|that['’]?s|thats|its|because|cause|bc|cos|asking for|i never|i always|i keep|there['’]?s|it will be)\b[^?]*\??$/i;
/** "So 14:00 free and if he wants 15?": what comes before it is understood. */
const FOR_OTHERS = /^(?:another |quick |one more )?question (?:from|for)\b[^,:?]{0,40}[,:]\s+/i;
const UNDERSTOOD = /^(?:so|ok|that['’]?s|more|you)\b[^?]{3,70}?[\s,.…]+(?=and (?:if|what|who|when|how|where|the)\b)/i;
/** "What do I tell them?" only asks for the rest of the answer; "really?" for nothing. */
const ASKS_NOTHING =
  /^(?:(?:and )?(?:then|now|so|really|why|what|huh|sure|seriously|right|okay|anyone|anybody|hello|there|again|better|works?|is that (?:all|it|so))\W*)+$/i;
/** "Number?", "arrivals?" */
const IN_A_WORD = /^\p{L}{5,}(?: \p{L}{2,}){0,2}\?$/u;
const TO_SOMEBODY = /\b(?:you|u) (?:t?here|around)\b/i;
const ANSWERS_IT = /^(?:yes|yep|yeah|no+|nope|nah|sure|of course)\b/i;
/** Words of substance with which a question that was laughed about is one. */
const WORDS_OF_ITS_OWN = 2;
/** Shared words from which somebody else's question is about the same. */
const SAME_MATTER = 2;

/** What is asked on in a conversation. */
export interface AskedOn {
  /** By the place of the piece that asks. */
  asked: ReadonlyMap<number, AlsoAsked>;
  /** Places where what is said to them begins. */
  replies: ReadonlySet<number>;
  /** Words of questions that are about something else. */
  foreign: ReadonlySet<string>;
}

/** What is known of a conversation up to a piece. */
interface Course {
  pieces: Joined[];
  conversation: ParsedConversation;
  shape: ConversationShape;
  said: Set<string>;
  foreign: Set<string>;
  spoke: Set<string>;
  /** Who has spoken of the matter. */
  took: Set<string>;
}

/** Each further question, and what an answer depends on, as it is shown above its answer. */
export function askedOn(pieces: Joined[], conversation: ParsedConversation, shape: ConversationShape): AskedOn {
  const first = firstAnswer(conversation, shape);
  const asked = new Map<number, AlsoAsked>();
  /** By the place of what is said to it. */
  const askedAt = new Map<number, number>();
  const none = () => new Set<string>();
  const course = { pieces, conversation, shape, said: none(), foreign: none(), spoke: none(), took: none() };
  for (const [at, piece] of pieces.entries()) {
    if (piece.form === "code") continue;
    const replied = replyAt(pieces, at, conversation);
    const reply = pieces[replied] as JoinedSentence | undefined;
    const author = conversation.messages[piece.message]?.author ?? "";
    const onMatter = isOnMatter(piece, author, reply, course);
    note(piece, author, isForeign(piece, author, reply, onMatter, course), first, course);
    if (!onMatter || !reply || piece.message <= first) continue;
    const text = textOf(at, author, reply, course);
    if (text === null) continue;
    // Of what is asked in one go, what says most.
    const before = askedAt.get(replied);
    const other = before === undefined ? undefined : asked.get(before);
    const isLess = !piece.acts.question || contentWordsOf(text).length < contentWordsOf(other?.text ?? "").length;
    if (other?.author === author && !other.isCase && isLess) continue;
    if (before !== undefined) asked.delete(before);
    asked.set(at, { text, message: piece.message, author, isCase: !piece.acts.question });
    askedAt.set(replied, at);
  }
  return { asked, replies: new Set(askedAt.keys()), foreign: course.foreign };
}

type Reply = JoinedSentence | undefined;

function isOnMatter(piece: JoinedSentence, author: string, reply: Reply, course: Course): boolean {
  const { conversation, shape, said, took } = course;
  return (
    author === shape.asker ||
    pointsAt(piece.text) ||
    goesOnAsking(piece.text) ||
    isAskedBack(piece, reply, took, conversation) ||
    (reply !== undefined &&
      hangs(reply) &&
      took.has(conversation.messages[reply.message]?.author ?? "") &&
      sharedWith(subjectOf(piece.text), said) > 0) ||
    sharedWith(subjectOf(piece.text), said) >= SAME_MATTER ||
    took.has(author) ||
    isOfThread(piece, conversation) ||
    // What is asked of somebody who announces is about that.
    (shape.questionAt === -1 && conversation.messages[reply?.message ?? -1]?.author === shape.asker)
  );
}

/** What a newcomer asks that has nothing to do with it, and that somebody answers. */
function isForeign(piece: JoinedSentence, author: string, reply: Reply, onMatter: boolean, course: Course): boolean {
  if (!piece.acts.question || onMatter || course.spoke.has(author) || reply === undefined) return false;
  const { messages } = course.conversation;
  const isToAsker = messages[reply.message]?.author === course.shape.asker;
  const isByHelper = course.shape.answers.some(({ message }) => messages[message]?.author === author);
  return !isToAsker && !isByHelper && sharedWith(subjectOf(piece.text), course.said) === 0;
}

function note(piece: JoinedSentence, author: string, foreign: boolean, first: number, course: Course): void {
  const words = subjectOf(piece.text);
  const shared = sharedWith(words, course.said);
  course.spoke.add(author);
  if (!foreign && words.size > 0 && (shared > 0 || piece.message > first)) course.took.add(author);
  for (const word of words)
    if (foreign) course.foreign.add(word);
    else if (!course.foreign.has(word)) course.said.add(word);
}

/** How it is shown; null where it asks nothing, or is asked back. */
function textOf(at: number, author: string, reply: JoinedSentence, course: Course): string | null {
  const { pieces, conversation, shape } = course;
  const piece = pieces[at] as JoinedSentence;
  if (isNoise(ofWork(piece))) return null;
  const isBeginner = author === shape.asker;
  const isTold = shape.questionAt === -1;
  // Who announces asks nobody, and a question back is answered by the asker.
  if (isTold && isBeginner) return null;
  if (!isTold && !isBeginner && conversation.messages[reply.message]?.author === shape.asker) return null;
  if (!isTold && !isBeginner && isAskedByHelper(piece, author, reply, course)) return null;
  const isLaughedAt = isNoise(reply) && !ANSWERS_IT.test(reply.text);
  if (isLaughedAt && piece.contentWords.length < WORDS_OF_ITS_OWN) return null;
  if (piece.acts.question) return questionOf(piece, conversation);
  return isBeginner ? caseOf(at, reply, pieces, conversation) : null;
}

/** "August the what?": who answers needs to know more, or guesses, "or the 9th of something". */
function isAskedByHelper({ text, message }: JoinedSentence, author: string, reply: JoinedSentence, course: Course) {
  const { conversation, shape } = course;
  if (/^or\b/i.test(text)) return true;
  const helpers = new Set(
    shape.answers.flatMap((answer) =>
      answer.message < message ? [conversation.messages[answer.message]?.author] : [],
    ),
  );
  return helpers.has(author) && !helpers.has(conversation.messages[reply.message]?.author);
}

/** School, lunch and cars are what some offices work with. */
const ofWork = (piece: JoinedSentence): JoinedSentence => ({ ...piece, acts: { ...piece.acts, social: false } });

/** In a thread everybody asks about what it began with. */
const isOfThread = ({ text }: JoinedSentence, { isThread }: ParsedConversation) =>
  isThread && /\b(?:i|my|we|our)\b/i.test(text);

/** Of "it", and answered at once by who has answered before. */
function isAskedBack(
  { text, message }: JoinedSentence,
  reply: JoinedSentence | undefined,
  took: ReadonlySet<string>,
  { messages }: ParsedConversation,
): boolean {
  if (!reply || reply.message !== message + 1 || !took.has(messages[reply.message]?.author ?? "")) return false;
  return /\b(?:it|they|them)\b/i.test(text) && !/\b(?:any|some)(?:one|body)\b/i.test(text);
}

function questionOf(piece: JoinedSentence, conversation: ParsedConversation): string | null {
  const said = withoutOpening(piece.text).replace(UNDERSTOOD, "").replace(FOR_OTHERS, "");
  if (ASKS_NOTHING.test(said) || TO_SOMEBODY.test(said) || said.length > LONGEST) return null;
  if (contentWordsOf(said).length === 0 && !IN_A_WORD.test(said) && !asksOn({ ...piece, text: said })) return null;
  return shown(said.replace(AFTERTHOUGHT, "").replace(/\s+or$/i, ""), conversation);
}

/** What the asker adds, where what is said to it says little without: "it's results", "he has the card". */
function caseOf(at: number, reply: JoinedSentence, pieces: Joined[], conversation: ParsedConversation): string | null {
  const piece = pieces[at] as JoinedSentence;
  const { acts, message } = piece;
  if (!hangs(reply) || AGREES.test(reply.text) || reply.message !== message + 1 || pieces[at + 1] !== reply)
    return null;
  const before = pieces.slice(0, at).filter((other): other is JoinedSentence => other.form === "sentence");
  const ofMessage = [...before.filter((other) => other.message === message), piece];
  if (acts.thanks || acts.confirmation || ofMessage.some((one) => furtherReport(one, conversation.names))) return null;
  const said = withoutOpening(piece.text);
  const words = said.split(/\s+/).length;
  if (
    /\b(?:so|still|same|again)\b/i.test(said) ||
    words > MOST_WORDS_OF_CASE ||
    OWN_DOING.test(said) ||
    /https?:|`/.test(said)
  )
    return null;
  const isOfQuestion = CONCLUDES.test(reply.text) && words > FEWEST_WORDS_OF_REPLY;
  if (isReply(piece, before, conversation) && !isOfQuestion) return null;
  if (contentWordsOf(said).length === 0 && words < 2) return null;
  return shown(said.replace(SAYS, ""), conversation);
}

/** "Yep, split the file" says so of the whole. */
const AGREES = /^(?:(?:ok(?:ay)?|ah|oh)\W+)?(?:yes|yep|yeah|jep|yup|ya|exactly|correct|right)\b/i;
/** "Then the 20 working days started on the 10th." */
const CONCLUDES = /^then(?:\s+\S+){5,}/i;

/** As a question of nobody in particular; null where nothing is left of it. */
function shown(said: string, { names }: ParsedConversation): string | null {
  const polished = polish(said, names).replace(/[\s.,!…?]+$/, "");
  const isToSomebody = /\b(?:you|your|u)\b/i.test(polished);
  const text = isToSomebody ? polished : ofYou(polished);
  return text.length >= 3 ? `${capitalised(text)}?` : null;
}
