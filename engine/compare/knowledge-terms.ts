import { isContentWord } from "../text/words.ts";
import weights from "./same-question-weights.json" with { type: "json" };

/** Words of one line mean the same to people who ask for help; the first names the line. */
const SAME = `install instal setup
remove delete uninstall purge erase discard clean clear prune
add append include insert
change edit modify alter replace adjust configure rename
upgrade update
start launch begin
boot startup
virtualbox vm vmware
tar tarball targz
stop kill terminate quit
restart reboot reload
fail error exception broken crash trouble cannot unable refuse
enable activate
disable deactivate
undo revert rollback
restore recover recovery
show display list view
request order
book reserve
login signin logon
password passwd passphrase
permission right privilege role
access read
store keep retain retention
salary payday payroll wage
vacation holiday
database db postgresql psql postgres
computer laptop notebook pc
external outside
invite share
picture photo
folder directory dir
disk hdd hd drive
stick pendrive thumbdrive
wireless wifi wlan
certificate cert
memory ram
increase raise enlarge
decrease reduce shrink
test spec
program app application software
email mail
sound audio hear
duplicate twice double
2fa mfa
expense reimburse refund
macos mac osx
expire expiry
cli terminal shell console
best recommend suggest prefer
difference differ vs versus compare
forward forwarding
virus antivirus malware`;

const CONCEPT = new Map(
  SAME.split("\n").flatMap((line) => {
    const words = line.split(" ");
    return words.map((word): [string, string] => [stem(word), stem(words[0] ?? word)]);
  }),
);

/** What is said in two words or in several ways, as one word. */
const PHRASES: [RegExp, string][] = [
  [/\bset(?:ting)?[- ]up\b/g, "setup"],
  [/\b(?:turn|switch)(?:ed|ing|s)? (?:it |them )?on\b/g, "enable"],
  [/\b(?:turn|switch)(?:ed|ing|s)? (?:it |them )?off\b/g, "disable"],
  [/\b(?:log|sign)(?:ged|ging|ning|s)?[- ](?:in|on)(?:to)?\b/g, "login"],
  [/\b(?:roll|go)(?:ing|s)?[- ]back\b/g, "rollback"],
  [/\b(?:two|multi)[- ]factor\b/g, "2fa"],
  [/\bhard[- ](?:drive|disk)s?\b/g, "disk"],
  [/\b(?:flash|thumb|usb)[- ](?:drive|stick|memory)s?\b/g, "stick"],
  [/\b(?:mac )?os x\b/g, "macos"],
  [/\bcommand[- ]line\b/g, "cli"],
  [/\bget(?:ting)? rid of\b/g, "remove"],
  [/\banti-virus\b/g, "virus"],
  [/\bvirtual machine/g, "vm"],
  [/\bstart[- ]up\b/g, "startup"],
  [/\b(?:can't|can not|won't|doesn't work|not work(?:ing)?)\b/g, "fail"],
  [/\b(\d+) ?-?(?:bits?)\b/g, "$1bit"],
];

const NUMBER_WORDS = "zero one two three four five six seven eight nine ten eleven twelve".split(" ");
const MONTHS = "january february march april may june july august september october november december".split(" ");

/** A text as sets: what it is about, the names it uses as they stand, and the numbers in it. */
export interface Terms {
  words: Set<string>;
  /** Commands, paths, flags, error codes, channels: lower case, whole. */
  names: Set<string>;
  numbers: Set<string>;
}

const NAME = /(?:^|\s)(--?[a-z][\w-]+|#[\w-]+|~?[\w@-]*[./_:=][\w@./_:=-]*\w|\w+-\w+-[\w-]+)/g;
/** Something quoted is meant to the letter: an option, a message. */
const QUOTED = /["“„]([^"“”„]{3,60})["”]/g;
const ERROR_CODE = /\b[A-Z][A-Z_]{4,}\b/g;

export function termsOf(text: string): Terms {
  const bare = text.replace(/[`"“”'‘’*]+(?=\s|[.,;:!?)]|$)|(?<=^|[\s(])[`"“”'‘’*]+/g, " ").replace(/’/g, "'");
  let lower = bare.toLowerCase();
  for (const [phrase, word] of PHRASES) lower = lower.replace(phrase, word);
  const names = new Set<string>();
  for (const [, name] of lower.matchAll(NAME)) if (name && !/^[\d.,:]+$/.test(name)) names.add(name);
  for (const [, quoted] of text.toLowerCase().matchAll(QUOTED)) if (quoted?.includes(" ")) names.add(quoted.trim());
  for (const [code] of bare.matchAll(ERROR_CODE)) names.add(code.toLowerCase());
  const words = new Set<string>();
  const numbers = new Set<string>();
  for (const [token] of lower.matchAll(/\d+(?:\.\d+)+|\d+(?:st|nd|rd|th)\b|[\p{L}\p{N}+]+(?:'\p{L}+)?/gu)) {
    const number = numberOf(token);
    if (number) numbers.add(number);
    else if (MONTHS.includes(token) && token !== "may" && token !== "march") words.add(token);
    else {
      const root = stem(token);
      const concept = CONCEPT.get(root);
      if (concept) words.add(concept);
      else if (isContentWord(token)) words.add(root);
    }
  }
  return { words, names, numbers };
}

function numberOf(token: string): string | null {
  const digits = /^(\d+(?:\.\d+)*)(?:st|nd|rd|th)?$/.exec(token)?.[1];
  if (digits) return digits;
  const place = NUMBER_WORDS.indexOf(token);
  return place > 1 ? String(place) : null;
}

/** Cuts the endings of plurals and verbs, and a last e: only compared with itself. */
function stem(word: string): string {
  const one = word
    .replace(/ies$/, "y")
    .replace(/(?<=ss|x|ch|sh|us|z)es$/, "")
    .replace(/(?<=[^suio])s$/, "");
  const root = one.replace(/(?<=[aeiouy][a-z]*[^e])(?:ing|ed)$/, "");
  if (root === one || root.length < 3) return one.length > 4 ? one.replace(/e$/, "") : one;
  return root.replace(/([bdgmnprt])\1$/, "$1");
}

/** Of a word that hardly anybody uses. */
export const RAREST = 7;
const documents: Record<string, number> = weights.documents;

/** How much a word tells: the rarer in requests for help, the more; 0.5 to 7. */
export function worth(word: string): number {
  return documents[word] ?? RAREST;
}

export function mass(words: Iterable<string>): number {
  let sum = 0;
  for (const word of words) sum += worth(word);
  return sum;
}
