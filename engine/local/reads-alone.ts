import type { ConversationShape } from "./conversation-shape.ts";
import { isPersonal } from "./impersonal.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { capitalised } from "./polish.ts";
import { ANSWERS, type Kept } from "./statements.ts";
import { withoutManners } from "./title.ts";
import { ofHelper, ofYou } from "./voice.ts";
import { contentWordsOf } from "./words.ts";

/** Most sentences that tell what was wrong or wanted, the question apart. */
const MOST_CONTEXT = 2;
/** Longest code block of the asker's, in lines. */
const MOST_ASKED_LINES = 12;
/** Says that it works or helps, or speaks of the conversation: an answer to somebody, nothing for a reader. */
const SAID_TO_SOMEBODY =
  /\b(?:lol|lmao|rofl|haha+|hehe+|hope (?:that|this|it) helps|let me know|good luck|does that (?:help|make sense)|makes? sense\??$|you(?:['’]re| are) welcome|thank(?:s| you)|glad|sorry|nvm|brb|gtg|i(?:['’]ll| will) (?:try|check|look|test|see|give|do|take|have|let|get|go|be)\b|let me (?:try|check|test|see)|i(?:['’]m| am) (?:confused|lost|stuck|afraid|new|trying|going to|gonna|guessing|working on|on (?:my|a) (?:phone|mobile))|what (?:are|do|did|is|version|exactly) (?:you|u|your|it|the error)|which (?:one|version) (?:are|do)|works? (?:for me|now|fine|great)\W*$|no idea|no clue|i don['’]?t know|not sure|that (?:has|['’]s) changed|(?:^|, )that explains|^i knew|good to know)\b/i;
const IS_LINK = /^(?:<?https?:\/\/\S+>?[\s.]*)+$/;
const SORRY = /^(?:sorry,?|(?:ok(?:ay)?|ah|oh),? then)\s+(?=\S+\s\S)/i;
/** Whom to ask is part of the answer. */
const ASK_ME = /\b(ask|tell|ping|mail|call|message|contact|text|write to) me\b/gi;
/** "Never tried it": somebody's own doing, without the word for it. */
const OMITS_I =
  /^(?:never (?:tried|used|seen|had)|tried|trying|checked|checking|looked|thinking|working|been|got|had|wondering|guess|assum(?:e|ing)|did ?n['’]?t|have ?n['’]?t|used to|just (?:tried|did|got|had|tested|checked))\b/i;
/** Refers to a person or to something that only the conversation showed. */
const NEEDS_THE_CONVERSATION =
  /^(?:(?:he|she|his|her)\b|(?:yes|no|nope|yep|correct|exactly|right|true|same|both|neither|ok|okay|sure)[.!]?$|(?:this|that)(?: one)?[.!]?$|(?:like|see) (?:this|that|above|below)[.!:]?$|(?:same|also|and|but|or|so|because) \w+[.!]?$|you(?:['’]re| are|['’]ve been| have been| were) (?:in|on|added to|a member of) [^.,;]{2,40} since (?:\w+day|last|today)\b)/i;

/**
 * What can be read without the conversation: words to somebody go, somebody's own experience is told of the person, a bare link
 * is introduced, and of what was asked only what says what is wrong or wanted stays.
 */
export function asDocument(kept: Kept[], conversation: ParsedConversation, shape: ConversationShape): Kept[] {
  const nameOf = (item: Kept) => conversation.messages[item.messages[0] ?? 0]?.authorName ?? "Someone";
  const hasOthers = kept.some((item) => ANSWERS.has(item.part) && item.form === "sentence" && !IS_LINK.test(item.text));
  const answers = kept.filter((item) => ANSWERS.has(item.part));
  const told = answers.flatMap((item): Kept[] => {
    if (item.form === "code") return [item];
    const { isSure } = item;
    const plain = isSure ? capitalised(item.text.replace(SORRY, "")) : item.text;
    const text = plain.replace(ASK_ME, `$1 ${nameOf(item)}`);
    if (IS_LINK.test(text)) return [{ ...item, text: `See ${text.replace(/[\s.]+$/, "")}` }];
    const isOnly = !hasOthers || answers.length === 1;
    const isOfSomebody = isSure && /^(?:he|she|his|her)\b/i.test(text);
    if (!isOnly && !isOfSomebody && !item.alsoAsked && NEEDS_THE_CONVERSATION.test(text)) return [];
    if (!isOnly && !isSure && SAID_TO_SOMEBODY.test(text) && !item.isStep && !item.listed) return [];
    if ((!isPersonal(text) && !OMITS_I.test(text)) || shape.questionAt === -1) return [{ ...item, text }];
    if (/\b(?:show|let|owe|believe|trust) me\b/i.test(text)) return [];
    if (isOfItsTeller(text, item.text) || (!isOnly && !isPersonal(text))) return [];
    const isWorthQuoting = isSure || item.salience >= 2.4 || item.confirmed || isOnly || saysMuch(text);
    if (!isWorthQuoting) return [];
    if (item.author === shape.asker) return [{ ...item, text: ofYou(text) }];
    return [{ ...item, text: ofHelper(text, nameOf(item)) ?? `${nameOf(item)}: “${text.replace(/[“”]/g, '"')}”` }];
  });
  return [...asked(kept), ...told.map((item, index) => (index === 0 ? begun(item) : item))];
}

/** A rule or a step in which its teller happens to be: "more than that I decide", "give the papers to me". */
const saysMuch = (text: string) => text.split(/\s+/).length >= 8 && !/^(?:i|we)\b/i.test(text);

/** "Ask me about the day I lost my keys" is about its teller; "write to me, I can set it" is not. */
const isOfItsTeller = (text: string, said: string) =>
  (text.match(OF_THE_TELLER)?.length ?? 0) > (text === said ? 3 : 1);
const OF_THE_TELLER = /(?<![\w./'’-])(?:i|me|my|mine)(?![\w./-])/gi;

/** "Then the filter opens the link" begins an answer whose question back is not told. */
function begun(item: Kept): Kept {
  const text = item.form === "code" ? item.text : item.text.replace(/^then,?\s+(?=\S+\s\S)/i, "");
  return text === item.text ? item : { ...item, text: capitalised(text) };
}

const YES_OR_NO = /^(?:yes|yep|yeah|no|nope)(?:[,:.!]|\s[–—-])\s+(?=\S+(?:\s+\S+){2})/i;

/** "No, that is promised" answers a question that the page does not show: the word goes, what explains it stays. */
export function withoutLooseYes(told: Kept[], title: string): Kept[] {
  const isShown = title.endsWith("?") || told.some(({ part, text }) => !ANSWERS.has(part) && text.includes("?"));
  const first = told.find((item) => ANSWERS.has(item.part) && !item.alsoAsked);
  if (isShown || !first || first.form === "code" || !YES_OR_NO.test(first.text)) return told;
  return told.map((item) => (item === first ? { ...item, text: capitalised(item.text.replace(YES_OR_NO, "")) } : item));
}

function asked(kept: Kept[]): Kept[] {
  const items = kept.filter((item) => !ANSWERS.has(item.part));
  const questions = items.filter((item) => item.form === "sentence" && item.part === "question");
  const story = items.filter((item) => item.form === "sentence" && item.part !== "question" && saysSomething(item));
  const best = new Set(story.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, MOST_CONTEXT));
  const code = items.find((item) => item.form === "code" && item.text.split("\n").length <= MOST_ASKED_LINES);
  const chosen = items.filter((item) => best.has(item) || item === questions[0] || item === code);
  return chosen.map((item) => (item.form === "sentence" ? { ...item, text: askedInPlain(item.text) } : item));
}

/** Without the manners around it, and nobody's own. */
function askedInPlain(said: string): string {
  const plain = withoutManners(said.replace(ONE_OF_SEVERAL, ""));
  const text =
    plain === said
      ? said
      : capitalised(/[.!?…]$/.test(plain) ? plain : `${plain}${said.endsWith("?") && ASKS.test(plain) ? "?" : "."}`);
  return isPersonal(text) ? ofYou(text) : text;
}

/** "Third one this morning: …" counts what happened. */
const ONE_OF_SEVERAL =
  /^(?:the )?(?:first|second|third|fourth|fifth|another|next)(?: one)?(?: (?:this|today|in a)\b[^:]{0,20})?:\s+/i;

const ASKS = /^(?:how|what|why|where|when|which|who|is|are|do|does|did|can|could|should|will|would|has|have)\b/i;

const weightOf = (item: Kept) => item.salience + 1.5 * Number(item.part === "symptom") - Number(isPersonal(item.text));

/** "On testing with the new runner." is what a question was about. */
const ONLY_SUBJECT = /^(?:on|about|regarding|concerning)(?: [^\s,:]+){1,6}[.…]$/i;

const saysSomething = ({ text }: Kept) =>
  contentWordsOf(text).length >= 3 &&
  !SAID_TO_SOMEBODY.test(text) &&
  !/^(?:the|this|that) \w+ ones?\b/i.test(text) &&
  !ONLY_SUBJECT.test(text) &&
  !/^(?:here(?:['’]s| is)|this is|it|that|they|or|and|but|so|also|then|any|please|need|help|because|like|as in|i mean|meaning|he|she|his|her)\b/i.test(
    text,
  ) &&
  !text.endsWith(":");
