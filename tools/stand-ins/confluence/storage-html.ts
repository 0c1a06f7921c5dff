import { Parser } from "htmlparser2";
import { escapeHtml, isWebAddress } from "../browser-page.ts";

const KEPT = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li strong em del u s code pre sup sub blockquote table tbody thead tr td th hr br".split(
    " ",
  ),
);
const MACROS: Record<string, string> = {
  code: "pre",
  info: "aside",
  note: "aside",
  warning: "aside",
  tip: "aside",
  expand: "aside",
};

/**
 * Converts storage format to safe HTML. Known elements lose their attributes, and all other elements are replaced with
 * their text.
 */
export function renderStorage(storage: string): string {
  let html = "";
  let inParameter = 0;
  const closings: string[] = [];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const [opening, closing] = tagsFor(name, attributes);
        if (name === "ac:parameter") inParameter += 1;
        html += opening;
        closings.push(closing);
      },
      onclosetag(name) {
        if (name === "ac:parameter") inParameter -= 1;
        html += closings.pop() ?? "";
      },
      ontext(text) {
        if (inParameter === 0) html += escapeHtml(text);
      },
    },
    { xmlMode: true },
  );
  const anchored = storage.replace(
    /<ac:structured-macro\b[^>]*ac:name="anchor"[^>]*>\s*<ac:parameter[^>]*>([\w-]*)<\/ac:parameter>\s*<\/ac:structured-macro>/g,
    '<lk-anchor id="$1"></lk-anchor>',
  );
  parser.end(anchored);
  return html;
}

function tagsFor(name: string, attributes: Record<string, string>): [opening: string, closing: string] {
  if (name === "br" || name === "hr") return [`<${name}>`, ""];
  if (KEPT.has(name)) return [`<${name}>`, `</${name}>`];
  if (name === "lk-anchor") return [`<span id="${escapeHtml(attributes.id ?? "")}"></span>`, ""];
  if (name === "a" && isWebAddress(attributes.href))
    return [`<a rel="noreferrer" href="${escapeHtml(attributes.href)}">`, "</a>"];
  if (name === "ac:link" && attributes["ac:anchor"])
    return [`<a href="#${escapeHtml(attributes["ac:anchor"])}">`, "</a>"];
  const macro = name === "ac:structured-macro" && MACROS[attributes["ac:name"] ?? ""];
  return macro ? [`<${macro}>`, `</${macro}>`] : ["", ""];
}
