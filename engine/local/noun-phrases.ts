import { remembering } from "./remember.ts";
import { stem } from "./words.ts";

/** A run of words that names something, as it was written. */
export interface NounPhrase {
  text: string;
  /** Stems of its words. */
  stems: readonly string[];
  /** An article or a possessive stands before it. */
  isDetermined: boolean;
}

const DETERMINERS = setOf(
  "a an the my our your their his her its this that these those each every any some no both another which what",
);
const PREPOSITIONS = setOf(
  "of for on in at to with from without after before by per under over during about into through between via off out against as than within beyond inside outside",
);
const GRAMMAR = setOf(
  `and or but nor so because if when while until till unless whether though although since where why how who whom whose then than i you we he she it they me us
  him them mine yours ours theirs myself yourself itself themselves am is are was were be been being isn't aren't wasn't weren't ain't do does did don't doesn't didn't done have has had haven't hasn't
  hadn't can could will would shall should may might must cannot can't couldn't won't wouldn't shouldn't mustn't not i'm i've i'd i'll you're you've you'd you'll we're we've we'd we'll he's she's it's
  its they're they've they'd they'll that's there's there here what's who's how's where's when's let's yes no ok okay please pls thanks thank hi hello hey sorry oh ah well just only also too even still
  already again always never often sometimes usually maybe perhaps really very quite rather almost actually basically anyway otherwise instead once twice now today yesterday tomorrow tonight soon later
  earlier ago yet ever else everything anything something nothing everyone anyone someone nobody everybody anybody somebody none such same lot lots bit much many more most less least few enough
  all half one ones two three first second last next other others another own way ways thing things stuff kind sort dont doesnt didnt cant wont isnt im ive id hes shes theyre thats whats lol haha hm hmm
  til ppl pcs btw fyi w/o w/ incl ha morning good great nice cool fine sure right wrong ready able likely possible impossible necessary mainly exactly together away back up down straight directly properly correctly apparently obviously
  definitely probably certainly simply easily quickly automatically manually immediately randomly suddenly finally unfortunately hopefully either neither every time times day days week weeks month months
  year years hour hours minute minutes min mins hrs ish etc guys folks mate people guy lady chap bloke fella dude everyone's`,
);
const VERBS = inflected(
  `accept add agree allow appear apply appreciate arrive ask assign assume attach avoid become begin believe belong bounce bring build buy calculate cancel care carry catch choose click close come
  complain complete confirm connect consider contact contain continue convert create decide delete deliver depend determine die disable disappear discuss do drop eat edit enable end ensure enter exist expect expire explain
  fail fall fill find finish fit fix follow forget get give go grab handle hang happen have hear help hide hold hope ignore imagine implement improve include increase install involve join jump keep know
  land learn leave let like lie live look lose make manage matter mean meet mention miss mix move need notice offer open operate overwrite own panic pay pick play please prefer prevent promise propose provide pull push put quit raise
  reach read realize recall receive recommend refer refuse reinstall reject release remain remember remind remove rename replace reply restart retrieve revert ring run save say search see seem select send separate
  set show skip sit solve sort sound speak spend split stay stick start stop store submit suggest suppose swear switch take talk teach tell thank think throw tick touch tried try turn type understand uncheck untick unlock unplug use
  visit wait walk want warn watch wear wish wonder work worry write yell pop shut free bill renew drain cap borrow plug press hit wake swap revoke tie turn`,
  `ate began begun bought brought built came caught chose chosen did died done drew drove fell felt forgot forgotten found gave given gone got gotten grew heard held hung kept knew known laid lay left lent lost made meant met paid
  ran rang said sat saw seen sent shown shown sold sorted spent spoke stood stuck swore taken taught thought threw told took tried understood went woke won wore wrote written gonna wanna gotta supposed`,
);
/** Both a noun and a verb: a verb only behind a person or "to", or where a sentence begins with it and an article follows. */
const VERB_BEFORE = setOf(
  "i you we they he she it to can could will would should must may might don't doesn't didn't can't won't cannot please pls who not just never always and then dont cant let",
);
/** Says how something is, not what: at the end of a phrase it stands for the verb. */
const STATES = setOf(
  "grey gray red green blue empty full open closed wrong right late early new old cold warm hot slow fast ok fine broken dead stuck gone ready free busy locked blocked missing due available identical",
);

const TOKEN = /[\p{L}\p{N}][\p{L}\p{N}\p{M}'’_+#@./&-]*[\p{L}\p{N}+#@]|[\p{L}\p{N}]|[.,;:!?()"“”…>→–—`*|[\]{}=]/gu;
const MOST_WORDS = 4;

interface Token {
  text: string;
  lower: string;
  start: number;
  end: number;
  isWord: boolean;
}

/** Runs of up to four words that name something. No grammar is read: words of grammar and verbs end a run. */
export const nounPhrasesIn = remembering((text: string): readonly NounPhrase[] => {
  const tokens = tokensOf(text);
  return runsOf(tokens)
    .map(([from, to]) => phraseOf(text, tokens, from, to))
    .filter(({ stems }) => stems.length > 0);
});

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map((match) => ({
    text: match[0],
    lower: match[0].toLowerCase().replaceAll("’", "'"),
    start: match.index,
    end: match.index + match[0].length,
    isWord: /[\p{L}\p{N}]/u.test(match[0]),
  }));
}

function runsOf(tokens: Token[]): [number, number][] {
  const runs: [number, number][] = [];
  let from = -1;
  const close = (to: number) => {
    const run = from === -1 ? null : trimmed(tokens, from, to);
    if (run) runs.push(run);
    from = -1;
  };
  for (const [at] of tokens.entries()) {
    if (isNaming(tokens, at)) {
      if (from === -1) from = at;
    } else close(at);
  }
  close(tokens.length);
  return runs;
}

function isNaming(tokens: Token[], at: number): boolean {
  const token = tokens[at];
  if (!token?.isWord) return false;
  const { lower, text } = token;
  if (DETERMINERS.has(lower) || PREPOSITIONS.has(lower)) return false;
  const before = tokens[at - 1];
  const isCapital = /^\p{Lu}/u.test(text) && before?.isWord === true;
  if (GRAMMAR.has(lower)) return false;
  if (VERB_BEFORE.has(before?.lower ?? "") && !isCapital) return isSureNoun(tokens, at);
  if (VERBS.has(lower) && !isCapital) return DETERMINERS.has(before?.lower ?? "") && lower.endsWith("ing");
  const opens = !before || /^[.!?:;>→(]$/.test(before.text);
  if (opens && DETERMINERS.has(tokens[at + 1]?.lower ?? "") && !/^\p{Lu}{2}/u.test(text)) return false;
  return /\p{L}/u.test(text) || /^\d+$/.test(text);
}

/** Behind "to", "and" or a person: a noun where a noun could not be a verb, "to Switzerland", "and spare batteries". */
function isSureNoun(tokens: Token[], at: number): boolean {
  const { lower = "" } = tokens[at] ?? {};
  const before = tokens[at - 1]?.lower ?? "";
  if (/^(?:to|and|then|not|just)$/.test(before)) {
    return /(?:tion|ment|ness|ity|ance|ence|ies|age|ure|ist|ship|sion|ers|ors)s?$/.test(lower) && !VERBS.has(lower);
  }
  return false;
}

function trimmed(tokens: Token[], from: number, to: number): [number, number] | null {
  let [first, last] = [from, to];
  while (last > first && (STATES.has(tokens[last - 1]?.lower ?? "") || tokens[last - 1]?.lower.endsWith("ly") === true))
    last--;
  while (last > first && /^\d+$/.test(tokens[first]?.text ?? "")) first++;
  if (last - first > MOST_WORDS) first = last - MOST_WORDS;
  const words = tokens.slice(first, last);
  return words.some(({ text }) => /\p{L}{2}/u.test(text)) ? [first, last] : null;
}

function phraseOf(text: string, tokens: Token[], from: number, to: number): NounPhrase {
  const words = tokens.slice(from, to);
  return {
    text: text.slice(words[0]?.start ?? 0, words.at(-1)?.end ?? 0),
    stems: words.map(({ lower }) => stem(lower)),
    isDetermined: DETERMINERS.has(tokens[from - 1]?.lower ?? ""),
  };
}

function setOf(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter(Boolean));
}

function inflected(bases: string, forms: string): ReadonlySet<string> {
  const found = new Set(forms.split(/\s+/));
  for (const base of bases.split(/\s+/)) {
    const short = base.replace(/e$/, "");
    const doubled = /[aeiou][bdgmnpt]$/.test(base) && base.length <= 6 ? base + base.at(-1) : base;
    for (const form of [
      base,
      `${base}s`,
      `${base}es`,
      base.replace(/y$/, "ies"),
      base.replace(/y$/, "ied"),
      `${short}ed`,
      `${short}ing`,
      `${doubled}ed`,
      `${doubled}ing`,
    ])
      found.add(form);
  }
  return found;
}
