import type { Inline } from "./inline.ts";

/** Writes Markdown that `parseInline` reads as these tokens. No other parser finds more markup in it. */
export function writeInlineMarkdown(inlines: Inline[]): string {
  const written = inlines.map((inline, index) => {
    const next = inlines[index + 1]?.type;
    return next === "link" ? writeInline(inline).replace(/!$/, "\\!") : writeInline(inline);
  });
  return written
    .join("")
    .replace(/^[ \t]+/gm, "")
    .replace(/^(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=]+\s*$)/gm, "\\$1")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/gm, "$1\\$2");
}

function writeInline(inline: Inline): string {
  switch (inline.type) {
    case "text":
      return inline.text.replace(/[\\`*[\]<~|]|(?<!\w)_|_(?!\w)|&(?=#?\w+;)/g, "\\$&");
    case "code":
      return codeSpan(inline.text);
    case "break":
      return "\\\n";
    case "link":
      return `[${writeInlineMarkdown(inline.children)}](${inline.href.replace(/[\\<>()]/g, "\\$&")})`;
    default: {
      const mark = { strong: "**", emphasis: "*", strike: "~~" }[inline.type];
      return `${mark}${writeInlineMarkdown(inline.children)}${mark}`;
    }
  }
}

function codeSpan(text: string): string {
  const ticks = chooseCodeFence(text, 1);
  const pad = /^`|`$|^ .* $/.test(text) ? " " : "";
  return `${ticks}${pad}${text}${pad}${ticks}`;
}

/** Returns more backticks than any sequence of backticks in the text has. */
export function chooseCodeFence(text: string, atLeast: number): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  return "`".repeat(Math.max(atLeast, longest + 1));
}
