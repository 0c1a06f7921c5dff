import type { ConversationShape } from "./conversation-shape.ts";
import type { ParsedConversation, ParsedMessage, SentencePiece } from "./parse-conversation.ts";
import { stem } from "./words.ts";

/** How people talk with each other, whatever about: who speaks when, in which mood and time, how much holds together. */
export const MANNER_NAMES = [
  "turns per message",
  "asker's share",
  "share of the two who say most",
  "log question length",
  "log mean answer length",
  "log longest answer",
  "answers per message",
  "log answerers",
  "holds together",
  "returns to the question",
  "future per sentence",
  "own plans per sentence",
  "advice to you in answers",
  "conditions in answers",
  "causes in answers",
  "need in question",
  "personal questions",
  "questions by others",
  "laughter per message",
  "feelings per sentence",
  "times per message",
  "numbers per message",
  "names of things in question",
  "names of things in answers",
  "releases in question",
  "releases in answers",
  "contributions in question",
  "contributions in answers",
  "project words per sentence",
  "yes or no first",
  "templates",
  "only a link",
  "asks for a person",
  "asks for the state of work",
  "asks for consent",
  "asks for reading",
  "opens with a greeting",
  "somebody cannot help",
  "sent elsewhere",
] as const;

const FUTURE =
  /\b(?:will|won't|going to|gonna|soon|tomorrow|upcoming|planned|planning|plans?|next (?:release|version|week|month|year|sprint)|by (?:the end|mon|tues|wednes|thurs|fri)\w*|eventually|not yet)\b/gi;
const OWN_PLANS =
  /\b(?:i'?ll|we'?ll|i will|we will|let me|i(?:'m| am) (?:going to|gonna)|i can (?:do|take|make|look|help|review|test)|let'?s|shall we|should we|we should|we could|i(?:'ve| have) (?:just )?(?:pushed|merged|opened|created|filed|updated|finished|sent|added)|i (?:just )?(?:pushed|merged|opened|filed|submitted|finished|updated))\b/gi;
const ADVICE =
  /\b(?:you(?:'ll|'d)? (?:can|could|need|should|have to|must|want|may|might|will|just|only|don't need|shouldn't)|try|make sure|use|set|add|remove|check|run|open|click|choose|put|change|install|take|go to|look at|see)\b/gi;
const CONDITIONS =
  /\b(?:if|when|unless|otherwise|instead|either|depends|only|always|never|by default|as long as|after that|before|then)\b/gi;
const CAUSES =
  /\b(?:because|since|so that|due to|means|that's why|reason|therefore|caused|which is|works|doesn't|isn't|aren't|can't|won't)\b/gi;
const NEED =
  /\b(?:i(?:'m| am)? (?:want|need|trying|try|have|get|getting|using|use|looking|see|seeing|stuck|unable|new|wondering|confused)|trying to|how (?:do|can|to|would|should)|i (?:can't|cannot|don't|didn't|couldn't)|is (?:there|it) (?:a|any|possible|ok|safe)|why (?:is|does|do|are|can)|what (?:is|does|are|do)|doesn't work|not working|any ?(?:one|body) (?:know|have|here|tried)|help|error|issue|problem)\b/gi;
const PERSONAL =
  /\b(?:(?:do|did|are|were|have|would|will|can) you (?:like|love|ever|know|watch|play|think|guys|going|coming|have|want|live|enjoy|see|still|free|there|around|ok)|how are|how(?:'s| is| was) (?:it|your|the|life|everyone)|where (?:are|do) you|what(?:'s| is) (?:up|your)|who(?:'s| is| wants| can| has| are)|who)\b/gi;
const LAUGHTER =
  /\b(?:lol|lmao|rofl|ha(?:ha)+h?|he(?:he)+|xd|omg|wow|woohoo|yay+|aw+|ugh|hmm+)\b|:[a-z_]+:|[:;]-?[)DPp(]|\p{Extended_Pictographic}/giu;
const FEELINGS =
  /\b(?:love[sd]?|like[sd]?|hate[sd]?|enjoy\w*|happy|glad|sad|tired|excited|funny|fun|cool|awesome|amazing|beautiful|crazy|interesting|great|best|worst|nice|favou?rite|hope|wish|feel\w*|friend\w*|people|guys|family|life|world|music|movie\w*|game\w*|food|sleep|bed|weekend|night|morning|home|work|job|school|years? (?:old|ago))\b/gi;
const RELEASES =
  /\b(?:releas\w*|versions?|milestones?|road ?map|ga|rc\d*|m\d|beta|snapshot|eta|timeline|support(?:ed|s)?|eol|end of life|deprecat\w*|upgrade[sd]?|backport\w*|ship\w*|launch\w*|available|schedul\w*|plan(?:s|ned|ning)?|date|soon|upcoming|coming|latest)\b/gi;
const CONTRIBUTIONS =
  /\b(?:prs?|pull requests?|merge requests?|issues?|tickets?|bugs?|commits?|merg\w+|branch\w*|review\w*|contribut\w*|maintain\w*|label\w*|squash\w*|rebas\w*|fork\w*|fix(?:ed)? in|feature requests?|propos\w+|feedback|tests? pass\w*|approv\w+|assign\w*|team|discuss\w*|repo(?:sitory)?|readme|docs? (?:pr|fix|update))\b|#\d+|\/(?:pull|issues|milestones?)\//gi;
const PROJECT =
  /\b(?:sprint\w*|backlog|deadline\w*|due|standup|stand-up|blockers?|blocked|estimat\w+|priorit\w+|agenda|kick-?off|sign(?:ed)? off|stakeholders?|client wants|budget|quarter|draft|status|progress|done|ready|finish\w*|started|waiting for|in review|on track|responsible|volunteer\w*|owner|takes? over|meeting|call)\b/gi;
const WHO = /^\W*(?:(?:so|ok|and|hey|hi)[,\s]+)*(?:who|whose|anybody who|which of you|who's)\b/i;
const STATE =
  /\b(?:status|progress|any (?:news|update|updates|word|eta)|how far|where are we|how is .{1,30} (?:going|coming)|is .{1,40} (?:done|ready|finished|merged|released|out|deployed|planned|fixed|back|down|up)|did (?:you|anyone|somebody) (?:finish|merge|push|deploy|send|get|see)|when (?:will|is|are|do|does|can)|what time|are there (?:any )?plans|is there (?:a|any) plan|will (?:there|you|we|it) be)\b/i;
const CONSENT =
  /\b(?:shall (?:we|i)|should (?:we|i) (?:move|merge|push|put|take|open|close|send|add|go|wait|do|make)|can (?:we|i) (?:move|merge|push|close|have|get)|could (?:we|you) (?:move|review|approve|merge|look|sign|have)|(?:please|can you|could you|would you mind) (?:review|approve|merge|sign|look at|have a look|check|test)|ok(?:ay)? (?:if|with)|works? for (?:you|everyone)|what do you (?:think|say)|do we (?:want|need|have)|what if we)\b/i;
const READING =
  /\b(?:docs?|documentation|tutorials?|guides?|examples?|samples?|links?|articles?|books?|courses?|resources?|materials?|references?|videos?|blog|wiki|readme|manual|papers?|read (?:about|more|up))\b/i;
const CANNOT =
  /\b(?:no idea|no clue|not sure|don'?t know|dunno|idk|never (?:used|tried|seen|touched|heard)|can'?t help|sorry,? (?:no|i|can)|good question|beats me|same (?:problem|here|issue)|me too|wondering the same|maybe (?:ask|somebody|someone))\b/i;
const ELSEWHERE =
  /\b(?:wrong (?:channel|room|place)|(?:ask|try|better|post|go|head|move|join)\b.{0,30}(?:#\w+|channel|room|forum|gitter|stack ?overflow|discord|slack|mailing list|support)|off-?topic|not the (?:right )?(?:place|channel|room)|open (?:a|an) (?:ticket|issue)|file (?:a|an) (?:bug|issue|ticket)|create (?:a|an) (?:issue|ticket)|google (?:it|is)|just ask|don'?t ask to ask|dm|private(?:ly)?|pm (?:me|you))\b|#[a-z][\w-]+/i;
const TIMES =
  /\b\d{1,2}:\d\d\b|\b\d{1,2} ?(?:am|pm)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b|\b(?:today|tomorrow|tonight|yesterday|noon|weekend)\b/gi;
const THINGS =
  /```|`[^`]+`|\b[a-z]+[A-Z]\w*\b|\b\w+\(\)|\b\w+_\w+|\b[\w-]+\.(?:[a-z]{2,4})\b|(?:^|\s)(?:~|\.{1,2})?\/[\w.-]+\/[\w./-]*|\s--?[a-zA-Z][\w-]+|<\/?[a-z][\w-]*/g;

/** A conversation's texts, apart by who asks and who answers. */
interface Talked {
  messages: ParsedMessage[];
  shape: ConversationShape;
  sentences: SentencePiece[];
  texts: string[];
  /** Position of the question; 0 without one. */
  from: number;
  asked: string;
  answered: string[];
  perAnswer: number;
  perMessage: number;
}

/** The values of `MANNER_NAMES`, in their order. */
export function mannerOf(conversation: ParsedConversation, shape: ConversationShape): number[] {
  const { messages } = conversation;
  const texts = messages.map((message) => message.text.slice(0, 2_000));
  const from = Math.max(0, shape.questionAt);
  const answered = texts.filter((_, at) => messages[at]?.author !== shape.asker && at > shape.questionAt);
  const talked: Talked = {
    messages,
    shape,
    sentences: conversation.pieces.filter((piece): piece is SentencePiece => piece.form === "sentence"),
    texts,
    from,
    asked: texts.filter((_, at) => messages[at]?.author === shape.asker && at >= from && at < from + 4).join("\n"),
    answered,
    perAnswer: 1 / Math.max(1, answered.length),
    perMessage: 1 / Math.max(1, messages.length),
  };
  return [...turnsOf(talked), ...wordingOf(talked), ...openingsOf(talked)];
}

/** Who speaks how much, and whether messages take up each other's words. */
function turnsOf({ messages, shape, from, asked, answered, perAnswer, perMessage }: Talked): number[] {
  const speakers = new Map<string, number>();
  for (const { author } of messages) speakers.set(author, (speakers.get(author) ?? 0) + 1);
  const most = [...speakers.values()].sort((a, b) => b - a);
  let turns = 0;
  for (let at = 1; at < messages.length; at++) turns += Number(messages[at]?.author !== messages[at - 1]?.author);
  const lengths = answered.map((text) => text.split(/\s+/).length);
  const { telling, linked, returning } = takenUp(messages, from);
  return [
    turns * perMessage,
    (speakers.get(shape.asker) ?? 0) * perMessage,
    ((most[0] ?? 0) + (most[1] ?? 0)) * perMessage,
    Math.log1p(asked.split(/\s+/).length),
    Math.log1p(lengths.reduce((sum, length) => sum + length, 0) * perAnswer),
    Math.log1p(Math.max(0, ...lengths)),
    answered.length * perMessage,
    Math.log1p(new Set(messages.filter((_, at) => at > from).map(({ author }) => author)).size),
    telling ? linked / (telling + 1) : 0,
    telling ? returning / (telling + 1) : 0,
  ];
}

/** Of the messages after the opening that say something: how many share words with one of the two before, and with the opening. */
function takenUp(messages: ParsedMessage[], from: number): { telling: number; linked: number; returning: number } {
  const stems = messages.map(
    (message) =>
      new Set(message.pieces.flatMap((piece) => (piece.form === "sentence" ? piece.contentWords.map(stem) : []))),
  );
  const shares = (a: Set<string> | undefined, b: Set<string> | undefined) =>
    a && b && [...a].some((word) => b.has(word));
  const count = { telling: 0, linked: 0, returning: 0 };
  const opening = new Set([...(stems[from] ?? []), ...(stems[from + 1] ?? [])]);
  for (let at = from + 1; at < messages.length; at++) {
    if ((stems[at]?.size ?? 0) < 2) continue;
    count.telling++;
    if (shares(stems[at], stems[at - 1]) || shares(stems[at], stems[at - 2])) count.linked++;
    if (at > from + 1 && shares(stems[at], opening)) count.returning++;
  }
  return count;
}

const hits = (pattern: RegExp, text: string) => text.match(pattern)?.length ?? 0;

/** How often people speak of plans, reasons, feelings, times, things and projects. */
function wordingOf({ messages, shape, sentences, texts, asked, answered, perAnswer, perMessage }: Talked): number[] {
  const answer = answered.join("\n");
  const all = texts.join("\n");
  const perSentence = 1 / Math.max(3, sentences.length);
  return [
    hits(FUTURE, all) * perSentence,
    hits(OWN_PLANS, all) * perSentence,
    Math.min(4, hits(ADVICE, answer) * perAnswer),
    Math.min(4, hits(CONDITIONS, answer) * perAnswer),
    Math.min(4, hits(CAUSES, answer) * perAnswer),
    Math.min(5, hits(NEED, asked)),
    Math.min(2, hits(PERSONAL, all) * perMessage),
    sentences.filter((piece) => piece.acts.question && messages[piece.message]?.author !== shape.asker).length *
      perMessage,
    Math.min(2, hits(LAUGHTER, all) * perMessage),
    Math.min(3, hits(FEELINGS, all) * perSentence),
    Math.min(2, hits(TIMES, all) * perMessage),
    Math.min(4, hits(/\b\d+\b/g, all) * perMessage),
    Math.log1p(hits(THINGS, asked)),
    Math.log1p(hits(THINGS, answer)),
    Math.min(4, hits(RELEASES, asked)),
    Math.min(4, hits(RELEASES, answer) * perAnswer),
    Math.min(4, hits(CONTRIBUTIONS, asked)),
    Math.min(4, hits(CONTRIBUTIONS, answer) * perAnswer),
    Math.min(3, hits(PROJECT, all) * perSentence),
  ];
}

/** How the question and the answer begin, and answers that are no answers. */
function openingsOf({ messages, sentences, texts, from, asked, answered, perMessage }: Talked): number[] {
  const answer = answered.join("\n");
  const starts = texts.map((text, at) => `${messages[at]?.author}|${text.split(/\s+/).slice(0, 1).join(" ")}`);
  const first = sentences.find((piece) => piece.message === from)?.text ?? "";
  return [
    Number(/^(?:@?[\w-]+[,:]? )?(?:yes|no|yep|nope|yeah|not|sure|done|ok)\b/i.test(answered[0] ?? "")),
    (starts.length - new Set(starts).size) * perMessage,
    Number(
      answered.length > 0 &&
        answered.every((text) => /https?:/.test(text) && text.replace(/https?:\S+/g, "").length < 30),
    ),
    Number(WHO.test(first)),
    Number(STATE.test(asked)),
    Number(CONSENT.test(asked)),
    Number(READING.test(asked)),
    Number(
      /^\W*(?:hi|hello|hey|good (?:morning|evening|afternoon)|morning|welcome|congrat\w*|happy)\b/i.test(
        texts[0] ?? "",
      ),
    ),
    Number(CANNOT.test(answer)),
    Number(ELSEWHERE.test(answer)),
  ];
}
