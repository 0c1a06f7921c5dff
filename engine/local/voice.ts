import { isPersonal } from "./impersonal.ts";

/** Somebody's own words as a page says them: the asker's of "you", a helper's of the helper. No word of substance changes. */

const CODE = /(`[^`]*`|"[^"]*"|“[^”]*”|https?:\/\/\S+)/;

/** "I tried it on my laptop" says what was done, whoever did it. */
const DONE =
  /^(?:i|we)(?:['’]ve| have)? (?:already |also |just |now |even |then )?(?=(?:tried|installed|reinstalled|created|upgraded|updated|changed|checked|set|added|removed|followed|used|downloaded|copied|ran|restarted|rebooted|ran|enabled|disabled|configured|moved|deleted|looked|searched|switched|replaced|tested|built|rebuilt|cleared|opened|made|put|wrote|cloned|uninstalled|read|googled)\b)/i;

/** "I'm in a hotel, the VPN says …" sets the scene of what is wrong: the place stays, nobody has to be there. */
const SCENE =
  /^(?:i['’]?m|i am|we['’]?re|we are) (?=(?:in|at|on) (?:[^\s,.;]+ ){0,5}[^\s,.;]+, (?!(?:and|but|so|i|we)\b))/i;

/** What the asker said of himself, said of whoever reads it. */
export function ofYou(text: string): string {
  const told = text.replace(DONE, "").replace(SCENE, "");
  const said = outside(told, (prose) =>
    prose
      .replace(/\bi['’ ]?m\b|\bi am\b/gi, "you are")
      .replace(/\b(am|was) i\b/gi, (_, verb: string) => (verb.toLowerCase() === "am" ? "are you" : "were you"))
      .replace(/\bi was\b/gi, "you were")
      .replace(/\bi['’]ve\b/gi, "you have")
      .replace(/\bi['’]d\b/gi, "you would")
      .replace(/\bi['’]ll\b/gi, "you will")
      .replace(/(?<![\w./'’-])i(?![\w./'’-]|\.e)/gi, "you")
      .replace(/(?<![\w./'’-])my(?![\w/'’-]|\.\w)/gi, "your")
      .replace(/(?<![\w./'’-])mine(?![\w/'’-]|\.\w)/gi, "yours")
      .replace(/(?<![\w./'’-])me(?![\w/'’-]|\.\w)/gi, "you")
      .replace(/(?<![\w./'’-])myself(?![\w/'’-]|\.\w)/gi, "yourself"),
  );
  return said.charAt(0).toUpperCase() + said.slice(1);
}

const STAYS =
  /^(?:can|could|should|would|will|might|may|must|had|did|didn['’]?t|can['’]?t|cannot|couldn['’]?t|won['’]?t|wouldn['’]?t|shouldn['’]?t|was|wasn['’]?t)$/i;
const CHANGES: Record<string, string> = {
  am: "is",
  have: "has",
  do: "does",
  "don't": "doesn't",
  "don’t": "doesn’t",
  dont: "doesn't",
  "haven't": "hasn't",
  "haven’t": "hasn’t",
  go: "goes",
  "'m": "is",
  "'ve": "has",
  "'d": "would",
  "'ll": "will",
};
const PAST =
  /(?:ed|[^e]nt|ought|aught|ew|ound|oke|ove|ode|ang|ank|old|elt|ept|eft|et up)$|^(?:ran|got|had|made|saw|struck|stuck|won|hung|did|put|set|went|took|gave|wrote|read|came|began|used|let|cut|hit|told|kept|left|lost|meant|said|knew|chose|broke|drove|built)$/i;

const PLAIN_NAME = /^[\p{L}][\p{L}\p{N} .'’-]*$/u;
const OPENS_PERSONALLY =
  /^(?:personally,?\s+|(?:for|in) (?:what it['’]s worth|my (?:case|opinion|experience)),?\s+)?(?=i\b)/i;
/** "I", with its contraction, and the verb that belongs to it. */
const I_VERB =
  /(?<![\w./'’-])i(['’](?:m|ve|d|ll))?((?:\s+(?:usually|always|just|also|only|still|normally|generally|personally|really|actually|never|often|mostly|currently|recently|already|typically|once|even|simply|first|then))*)\s+([a-z'’]+)(?![\w])/gi;

/** "I use pnpm, ask me" → "Dana uses pnpm, ask Dana"; null where more of it is about the speaker than can be told so. */
export function ofHelper(text: string, name: string): string | null {
  if (!PLAIN_NAME.test(name)) return null;
  const told = outside(text.replace(OPENS_PERSONALLY, ""), (prose) =>
    prose
      .replace(I_VERB, (_, contraction: string | undefined, adverbs: string, verb: string) => {
        const auxiliary = contraction ? (CHANGES[contraction.replace("’", "'").toLowerCase()] ?? "") : "";
        return auxiliary ? `${name} ${auxiliary}${adverbs} ${verb}` : `${name}${adverbs} ${thirdPerson(verb)}`;
      })
      .replace(/(?<![\w./'’-]|[>›→] )my(?![\w/'’-]|\.\w)/gi, `${name}'s`)
      .replace(/(?<![\w./'’-])me(?![\w/'’-]|\.\w)/gi, name),
  );
  return isPersonal(told) ? null : namedOnce(told, name);
}

/** "Dana wrote it down but Dana sees that …" names nobody twice. */
function namedOnce(text: string, name: string): string {
  if (!text.startsWith(`${name} `)) return text;
  return ["and", "but", "so", "or"].reduce((told, word) => told.replaceAll(` ${word} ${name} `, ` ${word} `), text);
}

const LOOKS_PAST =
  /^(?:need|feed|seed|proceed|exceed|move|remove|prove|improve|approve|love|view|review|renew|hold|build|send|spend|lend|want|print|count|mount|grant|point)$/i;

function thirdPerson(verb: string): string {
  const known = CHANGES[verb.toLowerCase()];
  if (known) return known;
  if (STAYS.test(verb) || (PAST.test(verb) && !LOOKS_PAST.test(verb))) return verb;
  if (/(?:s|sh|ch|x|z)$/i.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/i.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}

function outside(text: string, change: (prose: string) => string): string {
  return text
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}
