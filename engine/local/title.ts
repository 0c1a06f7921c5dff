import { matterWordsOf } from "./matter-words.ts";
import { capitalised, polish } from "./polish.ts";
import { contentWordsOf } from "./words.ts";

const MAX_CHARACTERS = 110;

const WHO =
  "(?:any ?(?:one|body|1)|some ?(?:one|body)|no ?(?:one|body)|any of you|you(?: guys| all)?|u|y'all|people|folks)";
/** Ways to ask whether one may ask; what follows is the question. */
const WRAPPERS: RegExp[] = [
  new RegExp(
    `^(?:(?:do|does|did|is|are|has|have|would|could|can|might)\\s+)?${WHO}(?: here| out there)?\\s+(?:(?:happen to |else |ever |maybe )*(?:know|knows|known|understand|remember|explain|tell? me|tell|aware(?: of)?|sure|have (?:an?y? )?(?:idea|ideas|clue|clues|suggestions?|tips?|advice|hints?)(?: on| about| as to| for)?|got (?:any )?(?:ideas?|clue|tips)(?: on| about)?))\\s+(?:me\\s+)?(?:of |about )?(?=(?:how|why|what|where|when|which|who|if|whether|is|are|an?|any|the)\\b)`,
    "i",
  ),
  new RegExp(
    `^(?:(?:can|could|would|will)\\s+${WHO}|${WHO}\\s+(?:can|could))(?: please| pls| kindly| maybe)?\\s+(?:please )?(?:tell?|explain|show|help|point|advise|teach|clarify|share|suggest|recommend|name|give|let)(?:\\s+(?:to\\s+)?(?:me|us))?(?:\\s+(?:with|out with|understand|figure out|know|out|some advice on|a hint on))*\\s+(?:please\\s+)?(?=\\S)`,
    "i",
  ),
  /^(?:i(?:'m| am|m| was|'ve been| have been)?|we(?:'re| are)?|just)\s+(?:just |also |still |really |kinda |currently )*(?:wondering|curious|asking|unsure|not sure|confused|struggling|stuck|trying to (?:figure out|understand|find out|work out|see|determine|find))(?:\s+(?:about|on|with|as to|by))?\s*[,:]?\s+/i,
  /^(?:i|we)(?:'d| would| just|'ve| do)?\s+(?:just |also |really )*(?:want(?:ed)?|like|love|need(?:ed)?|have)\s+to\s+(?:know|ask|understand|find out|figure out|check|learn)\s+/i,
  /^(?:i|we)(?:'ve| have| had)?\s+(?:got |just )*(?:an?|one|some|another)\s+(?:\w+\s+){0,2}(?:question|doubt|query)s?\s*(?:here|for (?:you|you guys|all))?\s*(?:about|regarding|on|concerning|with|related to)?\s*[,:.–-]*\s*/i,
  /^(?:my|the|a|an|one|another|quick|simple|silly|stupid|dumb|noob|newbie|general|beginner|basic|short|small|random|hopefully|easy|follow-?up|last)?\s*(?:more\s+|quick\s+|simple\s+|silly\s+|stupid\s+|dumb\s+)?question(?:\s+(?:here|for (?:you|all|anyone)|everyone))?\s*(?:is|about|regarding|on)?\s*[,:.–-]+\s*/i,
  /^(?:i (?:don't|dont|do not|can't|cannot|can not|couldn't) (?:know|understand|get|see|figure out|find out|find|figure)|no idea|any ideas?|any clues?|any (?:tips|suggestions|advice|hints?))(?:\s+(?:on|about|for|as to))?\s+(?=(?:how|why|what|where|when|which|if|whether)\b)/i,
  /^(?:please\s+)?(?:help|tell|explain|show)(?: me| us)?(?: with| to| out with| out)?\s+(?=(?:how|why|what|where|when|which)\b)/i,
  /^(?:i need|need|looking for|i'm looking for|i am looking for|we need)\s+(?:some |a bit of |a little |any )?(?:help|advice|guidance|assistance)\s+(?:with|on|about|to|in|regarding|for)?\s*/i,
  /^(?:has |have |had |did |does |is |was )?(?:any(?:one|body|1)|some(?:one|body))(?: (?:on |in )?here)?(?: ever| already)?(?: (?:had|have|has|got|get|having|find|found|run into|seen|tried|using|worked with))(?: (?:any |some |good |much )*(?:success|luck|issues?|problems?|experiences?|trouble|knowledge|insights?|ideas?|examples?|hints?))?(?: (?:with|on|of|for|about|in))?(?: the)?\s+(?=\S+\s+\S)/i,
  /^(?:what (?:i|we)(?:['’]?m| am|['’]d)? (?:want|need|would like|like|not sure(?: about)?|wondering|wonder|meant?|asking|struggling with|trying to (?:do|achieve|figure out|understand))(?: to (?:know|ask|do|achieve|understand))? (?:is|was)|(?:my|the) question is|(?:the )?thing is|i know)[,:.…]*\s*/i,
];
const KNOWS =
  /^(?:does|do|has|have|did)?\s?(?:any|some)(?:one|body|1)(?: here| else)? (?:knows?|seen) (?:what |about )?(?=\S+ (?:on|in|at|from|with|for) )/i;
const COMPLAINT =
  /^(?:(?:i|we)(?:'m| am|'re| are|'ve| have| just| keep| always| also| now| still)*\s+(?:get|getting|got|see|seeing|receive|receiving|have|having|hit|hitting|face|facing|ran into|run into|running into|encounter(?:ing|ed)?|experienc(?:e|ing)|there(?:'s| is))\s+(?:an? |the |this |some )?(?=\S)|there(?:'s| is| are| seems to be)\s+(?:an? |some )?(?=(?:problem|issue|error|bug|warning)))/i;
const INTENT =
  /^(?:(?:i|we)(?:'m| am|m|'re| are|'d| would|'ve| have|'ll)?\s+(?:just |also |currently |been |really )*(?:try|trying|tried|want|wanted|wanting|need|needed|like|looking|attempting|have)\s+to|is it possible to|(?:i|we)(?:'m| am|'re| are)? (?:need|want|looking for|search(?:ing)? for) (?:a|an|any|some)(?: good| simple| easy)? (?:way|method|approach|possibility) (?:to|of|for)(?=\s)(?! \w+ing)|what(?:'s| is) the (?:best |right |proper |correct |easiest )?way to (?!.*\bor\b))\s+(?=[a-z])/i;

/** Manners around a question or a report: "sorry to bother", "does anybody know?", "and I don't know why". */
const OPENING =
  /^(?:(?:sorry|apologies) (?:to bother|to ask|for asking|for the (?:noob|newbie|stupid|dumb|silly|basic) question)(?: (?:again|you|you all))?[,.:!-]*\s+|(?:a )?(?:quick|small|short|stupid|dumb|silly|simple|random|newbie|noob) (?:one|question|q)\s*[:,.!–-]*\s+|for the record[,:]?\s+|(?:(?:trying|asking|posting)(?: (?:this|it))? again|repost(?:ing)?)\s*[:,.–-]+\s+|(?:fyi|psa|heads[- ]up)[,:]?\s+)+/i;
const CLOSING =
  /(?:[\s,;.!?–-]+(?:and |but )?(?:(?:does|do|did|has|can|could|would|is there)? ?(?:any|some)(?:one|body)(?: here| else)?(?: (?:know|knows|help|seen|had|have|please|else|has (?:an )?idea|have (?:an )?idea|seeing|having|ideas?|this|that|it|too|the same|with|me|out))*|any (?:ideas?|clues?|hints?|tips?|help|suggestions?|thoughts|pointers)(?: (?:why|what|how|on|about|please|here|would be (?:great|appreciated|nice|helpful)).{0,30})?|(?:and )?(?:i|we) (?:don['’]?t|do not|dont|can['’]?t|cannot) (?:know|understand|see|figure out|tell) (?:why|how|what)(?: to do)?|(?:i(?:['’]ve| have) )?no (?:idea|clue)(?: (?:why|how|what)(?: to do)?)?|(?:please|pls|plz|kindly)?,? ?help(?: me| us| please| needed)?|please|pls|plz|thanks(?: (?:in advance|a lot|all))?|thx|ty|help|known (?:issue|problem|bug)|bug|is (?:this|that|it) (?:a )?(?:known|normal|a bug|ok|expected)(?: (?:issue|problem|bug))?|what (?:should|can|do|could) (?:i|we) do|what(?:['’]s| is) (?:wrong|going on|up)|(?:how|why) come|how (?:do|can|should) (?:i|we) (?:fix|solve) (?:it|this|that)|why(?: is that)?))+[\s.!?]*$/i;

export function withoutManners(text: string): string {
  let result = text.replace(OPENING, "");
  const closed = result.replace(CLOSING, "");
  if (closed !== result && matterWordsOf(closed).length >= 2) result = closed;
  return result;
}

/** When and where somebody sat when it happened; nobody searches for that. */
const SETTING =
  /^(?:(?:(?:i'?m|i am|we'?re|we are)\s+)?(?:currently |still |now )?(?:in|at|on|from)\s+(?:a|an|the|my|our)\s[^,.;:]{2,30}[,;]\s+|(?:first|second|third|another|next|same)(?: one)?(?: this| last| in a| of the)? ?\w*:\s+|(?:all|everyone|engineers|team|guys|folks|hi|hello)?\s*\([^)]{2,30}\)[:,]\s*|(?:quick one|serious question|stupid question|question|q|help|urgent)[^:,.]{0,30}[:,.]\s+|[\p{L}]{3,12}s,\s+(?=the\s))/iu;
const WHEN =
  /[\s,]+(?:since|as of|from)?\s*(?:this|last|next|every|yesterday|today|tonight|tomorrow|monday|tuesday|wednesday|thursday|friday|saturday|sunday)(?:'s)?\s?(?:morning|afternoon|evening|night|week|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday)?$|[\s,]+(?:since|for) (?:a|an|the last|the past|about|\d+|two|three|four|five|six|seven|eight|nine|ten|some|several)\s?\w*\s?(?:minutes?|hours?|days?|weeks?|months?|while)?$|[\s,]+(?:again|all of a sudden|suddenly|just now|right now|at the moment|atm|anymore|lately)$|,?\s+\d{1,2}:\d{2}$/i;
/** "A new phone tomorrow, what do I do about …": also before the question. */
const WHEN_WITHIN =
  /\s+(?:yesterday|today|tonight|tomorrow|(?:this|last|next) (?:morning|afternoon|evening|night|week|month))(?=,\s(?:how|what|where|when|which|who|can|do)\b)/gi;
const NUMBERED =
  /\b(order|ticket|case|invoice|item|parcel|customer|article|job|shipment|account|pallet)\s+(?:no\.?\s*|#\s*)?[A-Z]{0,3}-?\d[\d./-]{2,}\b/gi;
/** "I was added to the mailbox but it is not there": what matters comes after the but, with its subject. */
const BUT = /^(?:i|we)\b(.+?),?\s+but\s+(?:now\s+|still\s+)?(.{12,})$/i;
/** "I run the old version but want to upgrade to the new one": what is wanted. */
const WANTS =
  /^(?:i|we|i['’]m|im|i am)\b.+?,?\s+(?:but|and|so)\s+(?:now\s+)?(?:i|we)?\s*(?:want|need|would like|['’]d like)\s+to\s+(.{8,})$/i;
const LAST_NOUN =
  /\b(?:the|my|our|an?)\s+((?:[\w@.'-]+ ){0,2}[\w@.'-]+?)(?=\s(?:last|this|yesterday|today|on|in|to|from|with|and|for|at|since|which|that|into|by)\b|$)/gi;

/**
 * A title as a person would search for it, from the sentence that asks or reports. "" when nothing to search for is
 * left. Plain text of at most 110 characters; a question keeps its mark.
 */
export function titleFrom(sentence: string, names: string[]): string {
  const polished = withoutManners(plainText(polish(sentence, names)));
  const plain = /^(.{20,}?\?)(?=\p{Lu}\p{Ll}|I\b)/u.exec(polished)?.[1] ?? polished;
  const wasAsked = /\?\s*$/.test(plain);
  const bare = unwrappedFrom(withoutOccasion(plain.replace(/[\s.!?:;,…]+$/, "").replace(KNOWS, "")));
  const { unwrapped } = bare;
  let text = bare.text.replace(/^(what|how|where|who|when)s(?= )/i, "$1's");
  let asks =
    /^(?:how|what|why|where|when|which|who|whose|is|are|was|were|do|does|did|can|could|should|would|will|has|have|must|may|isn't|aren't|doesn't|don't|didn't|can't|won't)\b/i.test(
      text,
    ) &&
    (wasAsked || unwrapped || /^(?:how|what|why|where|which|is there|are there) |^(?:when|who)['’]s /i.test(text));
  if (unwrapped) {
    text = ASKED_AFTER_OCCASION.exec(text)?.[1] ?? text;
    const whether = /^(?:if|whether)\s+(.+)$/i.exec(text);
    const turned = whether?.[1] ? inverted(whether[1]) : invertedClause(text);
    if (turned) {
      text = turned;
      asks = true;
    } else if (HOW_MUCH_CLAUSE.test(text)) asks = false;
    else if (
      /^(?:why|how|where|when|what)\s+(?!to\b|is\b|are\b|was\b|were\b|do\b|does\b|did\b|can\b|could\b|should\b|would\b|will\b|has\b|have\b|'s\b)/i.test(
        text,
      ) &&
      !wasAsked
    )
      asks = false;
  }
  if (!asks) {
    const intent = INTENT.exec(text);
    const [goal = "", trouble = ""] = intent
      ? text.slice(intent[0].length).split(/,?\s+(?:but|and (?:i|it) (?:get|got|keep|am getting|fails?)|however)\s+/i)
      : [];
    if (intent && trouble && contentWordsOf(trouble).length >= 3 && !/^(?:i|we) (?:seem|lack|feel|am)\b/i.test(trouble))
      text = trouble.replace(COMPLAINT, "");
    else if (intent && contentWordsOf(goal).length >= 1) {
      text = `how to ${firstClause(goal)}`;
      return finished(text, false);
    } else text = complaintIn(text, wasAsked).replace(/^(?:i|we)\s+(?=(?:can't|cannot|can not|couldn't)\b)/i, "");
  }
  if (/^how to\b/i.test(text)) return finished(text, false);
  const asksLater =
    wasAsked &&
    /[,:;—–-]\s+(?:and |or |so )?(?:how|what|why|where|when|which|who|is|are|do|does|did|can|could|should|would|will|has|have)\b/i.test(
      text,
    );
  const asksOtherwise = wasAsked && !/^[\p{ASCII}]*$/u.test(text);
  if (asks) return finished(firstClause(text), true);
  return finished(asksLater || asksOtherwise ? text : statementIn(text), asksLater || asksOtherwise);
}

/** "how early the paperwork has to be in": no question by itself. */
const HOW_MUCH_CLAUSE =
  /^how (?:early|late|long|far|much|many|often|old|big|fast) (?:the|a|an|my|our|your|it|we|you|i|they|this|that)\b(?! .*\b(?:do|does|did|is|are|can) (?:i|we|you|it|they)\b)/i;

/** "I get a new phone, what do I do about …" → "new phone: what do I do about …": what is left before the question is no clause. */
function complaintIn(text: string, wasAsked: boolean): string {
  const said = text.replace(COMPLAINT, "");
  return said !== text && wasAsked
    ? said.replace(/^((?:[^\s,:;]+ ){0,4}[^\s,:;]+), (?=(?:how|what|where|when|which|who)\b)/i, "$1: ")
    : said;
}

/** Without what a question is wrapped in ('does anybody know …', '… any ideas'), and whether it was wrapped. */
function unwrappedFrom(sentence: string): { text: string; unwrapped: boolean } {
  let text = sentence;
  let unwrapped = false;
  for (let previous = ""; previous !== text; ) {
    previous = text;
    for (const wrapper of WRAPPERS) {
      const rest = text.replace(wrapper, "");
      if (rest !== text && contentWordsOf(rest).length >= 1) {
        text = rest.trim();
        unwrapped = true;
      }
    }
    text = text.replace(
      /^(?:this (?:on|in|with|at|from|during) |(?:and|but|so|also|then|or|because|ok|well|now|hi|hello|hey|please|pls|huh|hmm?|like(?= (?:\d|an?\b|the\b)))[\s,]+(?=\S))/i,
      "",
    );
  }
  text = text.replace(
    /[\s,(-]+(?:any(?:one|body)?(?: here)?(?: (?:know|ideas?|clue|help|else|suggestions?|thoughts|tips)\w*)*|please|pls|plz|thanks|help|right|guys|or something|somehow|by any chance|or what|or not|do you know)$/i,
    "",
  );
  return { text, unwrapped };
}

/** Without what belongs to this one occasion: when, where, which order. */
function withoutOccasion(text: string): string {
  let result = text.replace(NUMBERED, "$1").replace(WHEN_WITHIN, "");
  for (let previous = ""; previous !== result; ) {
    previous = result;
    const without = result.replace(SETTING, "").replace(WHEN, "");
    if (contentWordsOf(without).length >= 2) result = without.trim();
  }
  return result.replace(/\b(?!THE |USE\b)\p{Lu}{3,}\b/gu, (word) =>
    contentWordsOf(word).length ? word : word.toLowerCase(),
  );
}

/** The trouble of a sentence that tells a story first. */
function statementIn(text: string): string {
  const searched = /^(?:i|we)\b.*?\bhow to (.+)$/i.exec(text)?.[1];
  if (searched && contentWordsOf(searched).length >= 2) return `how to ${searched.replace(/,.*$/, "")}`;
  const wanted = WANTS.exec(text)?.[1];
  if (wanted && contentWordsOf(wanted).length >= 2) return `how to ${wanted.replace(/,.*$/, "")}`;
  const [, story = "", trouble = ""] = BUT.exec(text) ?? [];
  if (!trouble) return firstClause(text);
  const noun = [...story.matchAll(LAST_NOUN)].at(-1)?.[0]?.replace(/^(?:an?)\s/i, "the ");
  const withNoun = noun ? trouble.replace(/^(?:it|that|this)\s/i, `${noun} `) : trouble;
  return contentWordsOf(withNoun).length >= 2 && !/^(?:it|that|this|i|we|not)\b/i.test(withNoun) ? withNoun : text;
}

/** What comes after the comma tells on: "…, they forgot it", "…, I changed one line". */
function firstClause(text: string): string {
  const clause =
    /^(.{25,}?)(?:,\s+(?:they|he|she|it|i|we|which|so|as|who|because|not)\b|\s(?:and|but) (?:i|we) (?:seem|am|was|don'?t|do not|can'?t|need|want|have|get|got|feel|think)\b)/i.exec(
      text,
    )?.[1];
  return clause && contentWordsOf(clause).length >= 3 ? clause : text;
}

/** "(e.g. passwords, usernames, etc)": examples and remarks that the sentence can do without. */
const IN_BRACKETS = /\s+\((?:[^()\s]+\s+){1,}[^()]*\)(?=[\s?.,]|$)/g;

export const withoutRemarks = (text: string): string => text.replace(IN_BRACKETS, "");

function finished(whole: string, asks: boolean): string {
  const without = withoutRemarks(whole);
  const text = contentWordsOf(without).length >= 3 ? without : whole;
  const shortened = shorten(
    withoutOpenBracket(text)
      .replace(/[\s.!?:;,…-]+$/, "")
      .replace(/^["'“”(]+(?=[^"'“”()]*$)/, "")
      .trim(),
    MAX_CHARACTERS - (asks ? 1 : 0),
  );
  const isEmpty = contentWordsOf(shortened).length === 0 && !(asks && matterWordsOf(shortened).length > 0);
  if (isEmpty && !/\p{L}{2}.*\P{ASCII}/u.test(shortened)) return "";
  return capitalised(shortened.replace(/[,;:\s]+$/, "")) + (asks && !shortened.endsWith("…") ? "?" : "");
}

/** "A limit on uploads (e.g" was cut with its sentence: the bracket goes. */
function withoutOpenBracket(text: string): string {
  const open = text.lastIndexOf("(");
  return open > text.lastIndexOf(")") && open > 12 ? text.slice(0, open).trim() : text;
}

/** Cuts at the end of a clause when one is near, else at a word. */
function shorten(text: string, limit: number): string {
  const characters = [...text];
  if (characters.length <= limit) return text;
  const cut = characters.slice(0, limit - 1).join("");
  const clause = Math.max(
    ...[", ", "; ", " but ", " because ", " and ", " so ", " (", " - ", ". "].map((mark) => cut.lastIndexOf(mark)),
  );
  if (clause > 35) return cut.slice(0, clause);
  const word = cut.lastIndexOf(" ");
  return `${(word > 20 ? cut.slice(0, word) : cut).replace(/[\s,;:-]+$/, "")}…`;
}

const AUXILIARY = "is|are|was|were|can|could|should|will|would|has|have|must";

/** "when I want to deploy an image, is it possible to …": what is asked comes after the occasion. */
const ASKED_AFTER_OCCASION =
  /^when (?:i|we|you|one)\b.*?[,\s]((?:is it|can|could|does|do|should|will|is there|are there|how) (?:.{12,}))$/i;

/** "why the build is failing" → "why is the build failing". */
function invertedClause(text: string): string | null {
  const parts = new RegExp(
    `^(why|how|where|when|what)\\s+((?:the|a|an|my|our|this|that|these|those|it|i|we|you|they|there)\\b(?:\\s+\\S+){0,3}?)\\s+(${AUXILIARY})\\s+(.+)$`,
    "i",
  ).exec(text);
  if (parts) return `${parts[1]} ${parts[3]} ${parts[2]} ${parts[4]}`;
  const plain = /^(why|how|where|when|what)\s+(i|we|you|they)\s+(need|have|want)\s+(to\s.+)$/i.exec(text);
  return plain ? `${plain[1]} do ${plain[2]} ${plain[3]} ${plain[4]}` : null;
}

/** "there is a limit" → "is there a limit"; null when the clause has no auxiliary to move. */
function inverted(clause: string): string | null {
  const parts = new RegExp(`^((?:\\S+\\s+){0,3}?\\S+?)(?:'s\\s+|\\s+(${AUXILIARY})\\s+)(.+)$`, "i").exec(clause);
  return parts ? `${parts[2] ?? "is"} ${parts[1]} ${parts[3]}` : null;
}

/** Markdown's marks and bare links go; what they mark stays. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/!?\[([^\]]*)\]\(([^)]*)\)/g, "$1")
    .replace(/\s*\(https?:\/\/[^\s()]+\)/g, "")
    .replace(/https?:\/\/\S+/g, "")
    .replace(/(?<=\p{L})`([^`]+)`/gu, " $1")
    .replace(/`([^`]+)`(?=\p{L})/gu, "$1 ")
    .replace(/`+/g, "")
    .replace(/\\([\\_*#<>&~[\]()-])/g, "$1")
    .replace(/(^|[\s(])(\*{1,3}|_{1,3}|~~)(?=\S)(.+?)\2(?=[\s).,!?:;]|$)/g, "$1$3")
    .replace(/\s+/g, " ")
    .replace(/\s+([,.;!?])(?=\s|$)/g, "$1")
    .trim();
}
