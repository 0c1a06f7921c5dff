import type { Inline } from "../../shared/markdown/inline.ts";
import { parseInline } from "../../shared/markdown/parse-inline.ts";
import { redactText } from "../redact/redact.ts";
import { cleanText } from "../text/clean-text.ts";
import type { ExactEvidence } from "./exact-evidence.ts";

export type NeutralText = { text: string; plain: string } | { refused: string };

const FOREIGN_CODE = "code in it is in none of its messages";

/** Matches HTML tags. The lookahead excludes addresses such as `<https://…>`. */
const TAGS = /<(?![a-z][a-z0-9+.-]*:)[/!?]?[a-z][^<>]*>?/gi;
const REFERENCES = /\]\[|^\[[^\]]*\]:/;
/** Matches addresses that a more lenient Markdown parser would turn into links. */
const DEAD_ADDRESS = /(?:\bhttp:\/\/|\bwww\.)(?:[^\s`]*[^\s`.,;:!?()])?/gi;
const LIST_MARK = /^\s*(?:[-*•+]|\d{1,2}[.)])\s+|^\s*(?:#{1,6}|>+)\s+/;
/** Matches a citation at the end of a sentence, '[3]' or '(messages 3, 4)'. Citations belong into `sources`. */
const CITATION = /\s*[[(](?:messages?\s*)?#?\d{1,5}(?:\s*,\s*#?\d{1,5})*[\])](?=[.!?]?$)/i;

/**
 * Removes markup from a model's sentence, except emphasis, and links and code that the messages contain literally. HTML
 * and images become text. Rejects other addresses, and code that no message contains.
 */
export function neutralizeSentence(given: string, evidence: ExactEvidence): NeutralText {
  const said = redactText(cleanText(given)).text.replace(/\s+/g, " ").trim();
  const source = said
    .replace(LIST_MARK, "")
    .replace(CITATION, "")
    .replace(/!\[([^\]]*)\]\([^)]*\)/g, "$1");
  const untagged = source.replace(TAGS, (tag) =>
    evidence.holdsVerbatim(tag) && !tag.includes("`") ? `\`${tag}\`` : "",
  );
  const written = write(parseInline(fences(untagged)), evidence);
  if ("refused" in written) return written;
  const text = written.text.trim();
  if (REFERENCES.test(withoutCode(text))) return { refused: "it refers to an address elsewhere" };
  const again = write(parseInline(text), evidence);
  if ("refused" in again || withoutCode(text).search(TAGS) >= 0) return { refused: "it does not read the same twice" };
  return { text, plain: written.plain.trim() };
}

/** The model may put a tag into backticks, and this file adds backticks too. Removes the second pair. */
const fences = (text: string) => text.replace(/`{2,}(<[^`]*>)`{2,}/g, "`$1`");
const withoutCode = (text: string) => text.replace(/`[^`]*`/g, "");

/** `plain` is the text without code and addresses, which are compared separately. */
function write(inlines: Inline[], evidence: ExactEvidence): NeutralText {
  let text = "";
  let plain = "";
  for (const inline of inlines) {
    if (inline.type === "text") {
      // A single backtick would otherwise form a pair with a backtick in the next sentence.
      text += inline.text.replaceAll("`", "'").replace(DEAD_ADDRESS, "`$&`");
      plain += inline.text;
    } else if (inline.type === "break") {
      text += " ";
      plain += " ";
    } else if (inline.type === "code") {
      if (!evidence.holdsVerbatim(inline.text)) return { refused: FOREIGN_CODE };
      text += inCode(inline.text);
      plain += " ";
    } else {
      const inner = write(inline.children, evidence);
      if ("refused" in inner) return inner;
      if (inline.type !== "link") {
        const mark = { strong: "**", emphasis: "*", strike: "~~" }[inline.type];
        text += `${mark}${inner.text}${mark}`;
        plain += inner.plain;
      } else if (evidence.urls.has(inline.href)) {
        const isBare = inner.text === inline.href || /https?:|www\./i.test(inner.text);
        text += isBare ? inline.href : `[${inner.text}](${inline.href})`;
        plain += isBare ? " " : inner.plain;
      } else return { refused: "an address in it is in none of its messages" };
    }
  }
  return { text, plain };
}

function inCode(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Reduces a text to one line without markup, for titles, headings and tags. */
export function neutralizeLine(given: string): string {
  return redactText(cleanText(given))
    .text.replace(TAGS, "")
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[`*~<]|^[#>\s]+/g, "")
    .replace(/\s+/g, " ")
    .trim();
}

/** Accepts code only if the messages contain each line of it. */
export function neutralizeCode(given: string, evidence: ExactEvidence): NeutralText {
  const fenced = /^\s*```[^\n`]*\n([\s\S]*?)\n?```\s*$/.exec(given)?.[1];
  const text = redactText(cleanText(fenced ?? given)).text.replace(/^\n+|\s+$/g, "");
  const foreign = text.split("\n").find((line) => line.trim() && !evidence.holdsVerbatim(line));
  if (foreign !== undefined) return { refused: FOREIGN_CODE };
  return { text, plain: "" };
}
