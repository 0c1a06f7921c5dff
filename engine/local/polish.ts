import { calledBy } from "./said-to.ts";
import { withoutQuestion } from "./suggestions.ts";

/** Light rewriting: what is said to somebody becomes a sentence of a page. Words are dropped, never put in. */

const GREETING =
  /^(?:(?:hi+|hey+|hell[oua]+|hiya|hola|sup|ohai|howdy|yo|dear|greetings|good (?:morning|afternoon|evening|day)|morning)(?:[ ,]+(?:all|every(?:one|body)|guys|folks|team|there|people|again|friends|peeps|y'all|ya'll|dear|community|you all))*(?:\s*(?:[,!.:;)]|-(?!\w))+\s*|\s+(?=\S)|$))+/i;
const FILLER =
  /^(?:(?:no,? (?:dude|man|bro)|wtf|m+|well|so|yeah|yes|yep|yup|yea|ya|ok(?:ay)?|k|um+|uh+|uhm+|hm+|oh|ah+|aha|anyway|anyways|btw|by the way|lol|haha+|hehe+|sure|right|alright|now|look|listen|basically|honestly|tbh|imo|imho|fwiw|sorry|sry|shucks|no worries|no problem|np|of course|great|cool|nice|perfect|exactly|indeed|true|guys|folks|all|thanks|thank you|i see|got it|oops|please note)(?:\s*(?:[,!.…:;]|-(?!\w))+\s*|\s+-\s+))+/i;
/** Fillers that also begin sentences without a comma, where dropping them changes nothing. */
const BARE_FILLER =
  /^(?:(?:yep|yup|yeah|yea|um+|uh+|hm+|ah+|oh|lol|ha+h|haha+|hehe+)\s+)+(?=\p{Ll}|\d)|^(?:to add to \p{L}+['’]s:?|(?:just )?to add,?|and for completeness,?|for completeness,?|for the next time:)\s+(?=\S)|^(?:(?:well|so|yeah|ok(?:ay)?|um+|uh+|uhm+|hm+|oh|ah+|lol|btw|also|yep|yup|haha+|hehe+|and|but|nope|guys)\s+)+(?=(?:you|i|we|it|the|this|that|there|if|when|just|use|try|my|your|is|are|how|what|why|does|do|can|to|he|she|they|in|for|on|a|an)\b)/iu;
/** "Sorry that's the old schedule, since February it's …": what is so follows. */
const WAS_OLD =
  /^(?:sorry,? )?(?:that|this|those|these)(?:['’]?s| is| are| was| were) (?:the |an? )?(?:old|outdated|last year['’]?s)\b[^,.;:]{0,40}[,;:]\s+(?=\S)/i;
/** "And print the codes again": what it went on from is another sentence now. */
const GOES_ON =
  /^and,?\s+(?=(?:before|after|while|until|once|always|never|don't|do|not|no|never|please|remember|only|both|each|every|all|make|print|put|set|add|check|run|press|open|close|keep|send|write|tell|ask|choose|tick|save|start|stop|restart|remove|delete|at|from|by|with|as|our|their)\b)/i;
const EMOTICON =
  /(?:^|\s)(?:[:;=]['’]?-?[)(DPpOo|/\\3*]+|[xX]+D+|<3|\^_?\^|:[a-z0-9_+-]{1,40}:|[¯]\\_\(ツ\)_\/[¯])(?=\s|$|[.,!?])/g;
const EMOJI = /[\p{Extended_Pictographic}\u{fe0f}\p{Emoji_Modifier}]+(?:\u200d[\p{Extended_Pictographic}\u{fe0f}]+)*/gu;
const TAIL =
  /(?:[\s,;-]+(?:lol|haha+|hehe+|lmao|xd|thanks(?: (?:in advance|a lot|again|so much|all|everyone|guys))?|thank you(?: (?:in advance|very much|so much))?|thx|ty|cheers|please|pls|plz|btw|tbh|imo|imho|fwiw|though|tho|i think|i guess|hope (?:that|this|it) helps|if you know what i mean|you know)|,\s*right)\s*[.!]*$/i;
/** Whom a sentence speaks to: "it works now, guys"; whom it speaks of stays: "ask the warehouse guys". */
const TAIL_ADDRESS =
  /(?<!\b(?:the|a|an|this|these|that|those|my|your|his|her|our|their|some|any|no|other|\p{L}+['’]s)(?:\s+[\w-]+){0,2})[\s,;-]+(?:guys|folks|mate|dude|bro|man|buddy|sir)\s*[.!]*$/iu;
const ADDRESS = /\b(?:guys|folks|mate|dude|bro|man|buddy|sir)\s*[.!]*$/i;
/** "Addition because Tarik asked in the corridor: …", "for all who read along: …". */
const ADDED =
  /^(?:(?:addition|addendum|p\.?s\.?)\b[^:.]{0,60}:|for (?:all|everyone|everybody|anyone)(?: (?:who|else|of you|reading|here)\b[^:,]{0,30})?[:,])\s+(?=\S)/i;
/** "(monthly plans: never)": the whole is in brackets. */
const IN_BRACKETS = /^\(([^()]{8,})\)[.!]?$/;
/** "Serious question since we sell them: why …": what announces a question. */
const ANNOUNCES_QUESTION =
  /^(?:(?:an?|my|one|just|another)\s+)*(?:serious|quick|real|honest|dumb|silly|stupid|random|genuine|simple|short|small|general|last)\s+question\b[^:?!.]{0,60}:\s+(?=\S)/i;
/** "Can you try with …": advice put as a question; without a mark it is read as one sentence of advice. */
const POLITE_ADVICE =
  /^(?:can|could|would) you (?:please |pls |maybe )?(?=(?:try|use|run|restart|add|remove|set|check if)\b[^?]*$)/i;
const CORRECTION =
  /^(?:(?:oh|ah|ok|hm+|well|sorry|no|oops|ooops|ugh|argh|whoops|hang on|hold on)[,.!…\s-]+)*(?:no,? wait|wait,? no|wait|scratch (?:that|what i (?:said|wrote))(?: @\S+)?|correction(?: from me)?|(?:ignore|forget) (?:that|what i (?:said|wrote)|my last(?: message)?)|disregard (?:that)?|my (?:bad|mistake)|i was wrong|i (?:meant|mean)|actually|strike that|on second thou?ght|i stand corrected)\b[\s,.:;!—–-]*(?:it(?:'s| is) |that(?:'s| should be) )?/i;

export function withoutCorrectionMark(text: string): string {
  return text.replace(CORRECTION, "");
}

/** Marks that an export left behind where something was taken out. */
const LEFT_OUT =
  /[\s:]*(?:\[?<-(?:CODE|LINK|IMAGE|FILE)S?->\]?)|[\s:]*[([](?:code|links?|image|picture|photo|screenshot|file|log|output|snippet) (?:left out|omitted|removed|redacted)[)\]]/gi;

/** What a helper says of his own advice before he gives it. */
const OWN_ADVICE: [RegExp, string][] = [
  [
    /^(?:personally,? )?i(?:['’]d| would)(?: (?:strongly|highly|also|just))? (?:recommend|suggest|advise)(?: you)?(?: to)? (?=use |try |read |look |add |go |make |put |set |start |check )/i,
    "",
  ],
  [
    /^(?:personally,? )?i(?:['’]d| would)?(?: (?:strongly|highly|also|just))? (?:recommend|suggest|advise) (?=\w+ing\b)/i,
    "Consider ",
  ],
  [
    /^(?:then |so )?(?:personally,? )?i(?:['’]d| would) (?:just |probably |also |definitely |rather )?(?!(?:say|think|guess|like|love|have|be|not|never|assume|expect|imagine|need|want|hope|know|also|prefer|rather|still|only|usually)\b)(?=[a-z]{2,}\b)/i,
    "",
  ],
  [/^what i['’]d do is(?: to)? /i, ""],
];

/** "dont", "isnt", "thats": never a word of their own. */
const NO_APOSTROPHE =
  /(?<![\w./'’-])(?:(?:do|does|did|is|are|was|were|have|has|had|could|would|should)nt|(?:that|what|there|here|he|she|who|how|where)s(?= (?:a|an|the|not|no|been|in|on|at|it|going|only|just|also|still|always|never|all|had|got)\b)|(?:you|they)(?:re|ve)|ca(?:nt)(?= [a-z])|wo(?:nt)(?= [a-z]))(?![\w./'’-])/gi;
/** "its 1 to 6", "its not the head". */
const ITS =
  /(?<![\w./'’-])(it)s(?= (?:\d|(?:a|an|the|not|no|in|on|at|only|just|always|never|been|going|because|if|when)\b))/gi;

/** "… in email it gets lost, ask me how I know". */
const ASK_ME = /[,;]?\s*(?:do ?n['’]?t )?ask me how (?:i|we) (?:know|found out)\b[.!]*/i;

const lowerCase = (word: string) => word.toLowerCase();

/** Names of days and months that are only English: other languages write theirs as they like. */
const CALENDAR_NAME =
  /(?<![\p{L}\p{N}#@/_.-])(?:(?:mon|tues|wednes|thurs|fri|satur|sun)days?|january|february|june|july|october)(?![\p{L}\p{N}/_-]|\.\w)/gu;

/** A tidy sentence, or "" when nothing but manners is left. `names` are the people of the conversation. */
export function polish(text: string, names: string[]): string {
  const whole = text.replace(LEFT_OUT, "");
  // What pointed at it points nowhere now.
  if (whole !== text && /(?:^|\b(?:here|this|these|out|at|see|following|below|link|like))[\s.:]*$/i.test(whole))
    return "";
  let result = withoutLooseQuotes(safeMarkdown(whole).replace(/\s+/g, " ").trim());
  for (let previous = ""; previous !== result; ) {
    previous = result;
    result = withoutNames(result, names)
      .replace(/^:[a-z0-9_+-]{2,40}:\s*/, "")
      .replace(GREETING, "")
      .replace(FILLER, "")
      .replace(BARE_FILLER, "")
      .replace(GOES_ON, "")
      .replace(WAS_OLD, "")
      .replace(ADDED, "")
      .replace(IN_BRACKETS, "$1")
      .replace(TAIL, "")
      .replace(ASK_ME, "")
      .replace(ANNOUNCES_QUESTION, "")
      .replace(POLITE_ADVICE, "")
      .replace(/^(?:said|every(?:one|body)|team|all|folks|guys):\s*/i, "")
      .replace(/^[\s,.;:!…–—-]+(?![\d/])/, "")
      .trim();
    if (ADDRESS.test(result)) result = result.replace(TAIL_ADDRESS, "");
  }
  for (const [pattern, words] of OWN_ADVICE) result = result.replace(pattern, words);
  result = outsideCode(withoutQuestion(result), (prose) =>
    prose
      .replace(EMOTICON, " ")
      .replace(EMOJI, "")
      .replace(/(^|[\s("])i(?=['’ ,.]|$)(?!\.e)/g, "$1I")
      .replace(/(^|\s)u(?=\s)/g, "$1you")
      .replace(NO_APOSTROPHE, (word) => word.replace(/(?:t|s|re|ve)$/i, "'$&"))
      .replace(ITS, "$1's")
      .replace(/(?<![\w./-])(?:pls|plz)(?![\w./-])/gi, "please")
      .replace(/^(?:NO|NOT|DO|DON['’]T|BUT|AND|ONLY|NEVER|ALWAYS|PLEASE|ALL|YES|IF)\b(?= \p{Ll})/u, lowerCase)
      .replace(/\b(there|you|they|we|these|those|who|how|what|where) r(?=\s)/gi, "$1 are")
      .replace(CALENDAR_NAME, (name) => name.charAt(0).toUpperCase() + name.slice(1))
      .replace(/([!?])[!?]+/g, (run, mark: string) => (run.includes("?") ? "?" : mark))
      .replace(/\.{2,}(?=\s|$)/g, "…")
      .replace(/ {2,}/g, " ")
      .replace(/ +([,.;!?](?:\s|$))/g, "$1"),
  ).trim();
  if (!/[\p{L}\p{N}]/u.test(result)) return "";
  result = withoutLooseMarks(result);
  return closed(capitalised(result));
}

/** A quotation mark whose other half is in another sentence. */
function withoutLooseQuotes(text: string): string {
  const marks = text.match(/"/g)?.length ?? 0;
  return marks % 2 === 1 ? text.replace(/^"\s*|\s*"(?=[.!?]?$)/, "") : text;
}

interface Address {
  opening: RegExp;
  closing: RegExp;
  within: RegExp;
  /** "No Paolo, …": after a word. */
  afterWord: RegExp;
}

/** The patterns of one conversation's names; a conversation is polished sentence by sentence with the same list. */
const addresses = new WeakMap<string[], Address | null>();

function addressesOf(names: string[]): Address | null {
  const known = addresses.get(names);
  if (known !== undefined) return known;
  const pattern = calledBy(names)
    .filter((name) => name.length > 1)
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");
  // What only looks like a nickname is beside a sentence, never in it.
  const handles = names
    .filter((name) => /[\d_|]|\p{Ll}\p{Lu}/u.test(name) && name.length > 3)
    .map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("|");
  const found = pattern
    ? {
        opening: new RegExp(
          `^(?:(?:@(?:${pattern})(?![\\p{L}\\p{N}])|(?:${pattern})(?=\\s*[:,]|\\s+(?:you(?:['’]\\p{L}+)?|u|try|basically|just|check|use|are you|did you|have you|do you|can you|that (?:has |have |had )?(?:changed|is|was|['’]s))\\b${handles ? `|(?<=(?:${handles}))\\s+(?=\\S)` : ""}))\\s*[:,;-]*\\s*)+`,
          "iu",
        ),
        closing: new RegExp(
          `(?:[\\s,]+@(?:${pattern})|,\\s*(?:${pattern})${handles ? `|\\s+(?:${handles})` : ""})\\s*([.!?]*)$`,
          "iu",
        ),
        within: new RegExp(`@(?=(?:${pattern})(?![\\p{L}\\p{N}]))`, "giu"),
        afterWord: new RegExp(`^(yes|no|careful|right|correct|exactly|sure)\\s+(?:${pattern})(?=,\\s)`, "iu"),
      }
    : null;
  addresses.set(names, found);
  return found;
}

/** The patterns are costly to compile, anew for each conversation: they are used where a text may open or close with a name. */
function withoutAddresses(text: string, said: string, called: string[], address: Address): string {
  const opens = /^\s*@/.test(said) || called.some((name) => said.startsWith(name.toLowerCase()));
  const opened = opens ? text.replace(address.opening, "") : text;
  const worded = BEFORE_NAME.test(opened) ? opened.replace(address.afterWord, "$1") : opened;
  const end = withoutEnd(said);
  const closes = called.some((name) => end.endsWith(withoutEnd(name.toLowerCase())));
  return closes ? worded.replace(address.closing, "$1") : worded;
}

const withoutEnd = (text: string) => text.replace(/[.!?\s]+$/, "");
const BEFORE_NAME = /^(?:yes|no|careful|right|correct|exactly|sure)\s/iu;

/** `@Dana` as a form of address goes; inside a sentence the person's plain name stays. */
function withoutNames(text: string, names: string[]): string {
  const said = text.toLowerCase();
  const called = calledBy(names).filter((name) => name.length > 1 && said.includes(name.toLowerCase()));
  const address = called.length ? addressesOf(names) : null;
  const unnamed = address ? withoutAddresses(text, said, called, address) : text;
  if (!text.includes("@")) return unnamed;
  const result = address ? unnamed.replace(address.within, "") : text;
  return result
    .replace(/^(?:@(?:channel|here|all|everyone|[\p{L}\p{N}][\p{L}\p{N}_.-]*)\s*[:,]?\s*)+/iu, "")
    .replace(/[\s,]+@(?:channel|here|all|everyone|[\p{L}\p{N}][\p{L}\p{N}_-]*)\s*([.!?]*)$/iu, "$1");
}

/** Pictures and raw HTML lose their power: a picture becomes its words, a tag becomes code, a link with another scheme its text. */
export function safeMarkdown(text: string): string {
  return outside(/(`[^`]*`)/, text, (prose) =>
    prose
      .replace(/!\[([^\]]*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1")
      .replace(/!\[([^\]]*)\]\[[^\]]*\]/g, "$1")
      .replace(/\[([^\]]+)\]\((?!https?:\/\/)(?:[^()]|\([^()]*\))*\)/gi, "$1")
      .replace(/<(https?:\/\/[^\s<>]+)>/g, "$1")
      .replace(
        /<\/?[a-z!?][^<>]*>(?:[^<>`]*<\/?[a-z!?][^<>]*>)*|<(?:script|img|iframe|svg|style|object|embed)\b[^`]*$/gi,
        (tags) => (PLACEHOLDERS.test(tags) ? tags.replace(/<[^<>]*>/g, (one) => `\`${one}\``) : `\`${tags}\``),
      ),
  );
}

/** Words in angle brackets that stand for something: `<fs type> -o uid=<user name>`. */
const PLACEHOLDERS =
  /^(?:[^<>]*<(?!(?:script|img|iframe|svg|style|object|embed|br|p|div|span)\b)[a-z][\w /-]*>)+[^<>]*$/i;

/** What is neither code nor an address. */
const outsideCode = (text: string, change: (prose: string) => string) =>
  outside(/(`[^`]*`|https?:\/\/[^\s<>`]+)/, text, change);

function outside(verbatim: RegExp, text: string, change: (prose: string) => string): string {
  return text
    .split(verbatim)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}

/** Marks that open or close emphasis. The stars of `* * * * * job`, `*.log` and `select *` do not, nor does the tilde of `~/bin`. */
const EMPHASIS = ["\\*\\*", "\\*", "~"].map((mark) => {
  const alone = `(?<!\\*)${mark}(?!\\*)`;
  return new RegExp(
    `(?<=^|[\\s("'])${alone}(?=[\\p{L}\\p{N}])(?!\\S*/)|(?<=[^\\s*~])${alone}(?=$|[\\s.,;:!?)"'])`,
    "gu",
  );
});

/** Emphasis that was cut in two with its sentence goes; whole emphasis stays. */
function withoutLooseMarks(text: string): string {
  return outsideCode(text, (prose) =>
    EMPHASIS.reduce(
      (result, mark) => ((result.match(mark)?.length ?? 0) % 2 === 1 ? result.replace(mark, "") : result),
      prose,
    ),
  );
}

/** "Use -f" is no command. */
const PLAIN_START =
  /^(?:use|using|try|add|run|pass|with|without|the|a|set|put|do|only|also|and|or|then|if|when|it|this|that|option|flag|give|take|drop|leave|remove)\b/;

export function capitalised(text: string): string {
  const first = /^[^\s]+/.exec(text)?.[0] ?? "";
  const isName =
    /[._/\\()\d`@#$<>=]|^[a-z]+[A-Z]/.test(first.replace(/[.,:;!?]+$/, "")) ||
    /^(?:npm|git|sudo|ssh|curl|apt|pip|npx|yarn|kubectl|docker-compose)\b/.test(first) ||
    (/^[a-z][\w-]*(?: [\w./-]+)? (?:--?[a-zA-Z]|\|)/.test(text) && !PLAIN_START.test(text));
  return isName
    ? text
    : text.replace(/^(["'“(*_]*)(\p{Ll})/u, (_, open: string, letter: string) => open + letter.toUpperCase());
}

function closed(text: string): string {
  const trimmed = text.replace(/[\s,;–—-]+$/, "");
  if (/https?:\/\/\S+$/.test(trimmed)) return trimmed;
  return /[.!?:…。！？؟]["'”’)*_]*$/u.test(trimmed) ? trimmed : `${trimmed}.`;
}
