/** The longest title in bytes. https://www.mediawiki.org/wiki/Manual:Page_title */
const MAX_BYTES = 255;

/**
 * Look-alikes for characters that a title must not contain. A colon, for example, would put the page into another
 * namespace. https://www.mediawiki.org/wiki/Manual:Page_title#Invalid_page_titles
 */
const LOOKS_ALIKE: Record<string, string> = {
  "#": "＃",
  "<": "＜",
  ">": "＞",
  "[": "［",
  "]": "］",
  "{": "｛",
  "}": "｝",
  "|": "｜",
  _: "＿",
  ":": "꞉",
  "&": "＆",
  "%": "％",
};
const MEANT = new Map(Object.entries(LOOKS_ALIKE).map(([meant, shown]) => [shown, meant]));
const FORBIDDEN = /[#<>[\]{}|_:]|&(?=#?\w+;)|%(?=[0-9a-f]{2})/gi;
const INVISIBLE = /[\p{Cc}\p{Cs}\ufffd\ufffe\uffff\u200e\u200f\u202a-\u202e]/gu;

/** Converts a title to the wiki's form, which starts with a capital letter. */
export function toWikiTitle(title: string): string {
  const line = title
    .toWellFormed()
    .normalize("NFC")
    .replace(/[\s\u00a0\u1680\u180e\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/g, " ")
    .replace(INVISIBLE, "")
    .replace(FORBIDDEN, (character) => LOOKS_ALIKE[character] ?? character)
    .replace(/~{3,}/g, (run) => "～".repeat(run.length))
    .replace(/(?<=^|\/)\.{1,2}(?=\/|$)/g, (dots) => "．".repeat(dots.length))
    .trim();
  return withCapital(cutToBytes(line) || "Untitled");
}

/** The inverse of `toWikiTitle`. `shown` is the title that the page itself displays. */
export function fromWikiTitle(wikiTitle: string, shown: string | null = null): string {
  const written = shown !== null && toWikiTitle(shown) === wikiTitle ? shown : wikiTitle;
  const meant = written.replace(/\P{ASCII}/gu, (character) => MEANT.get(character) ?? character);
  return toWikiTitle(meant) === wikiTitle ? meant : written;
}

/**
 * Returns the DISPLAYTITLE that restores the first letter if the wiki capitalizes it; null if no restoring is needed.
 */
export function buildDisplayTitle(title: string): string | null {
  const wikiTitle = toWikiTitle(title);
  const first = [...title.trimStart()][0] ?? "";
  return first !== withCapital(first) && wikiTitle.startsWith(withCapital(first))
    ? `${first}${wikiTitle.slice(withCapital(first).length)}`
    : null;
}

/** Capitalizes the first letter, except a letter such as ß, whose capital form has two letters. */
function withCapital(text: string): string {
  const [first = ""] = text;
  const capital = first.toUpperCase();
  return capital.length === first.length ? `${capital}${text.slice(first.length)}` : text;
}

function cutToBytes(text: string): string {
  let bytes = 0;
  let cut = "";
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > MAX_BYTES) break;
    cut += character;
  }
  return cut.trim();
}
