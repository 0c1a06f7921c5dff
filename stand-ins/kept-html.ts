import { Parser } from "htmlparser2";
import { escapeHtml } from "./browser-page.ts";

/** The rules by which a help center sanitizes stored HTML. */
export interface HtmlRules {
  /** Allowed elements. Other elements are replaced by their content. */
  elements: ReadonlySet<string>;
  /** Returns the attributes that are stored. */
  attributes: (name: string, given: Record<string, string>) => Record<string, string>;
  /** Elements that are stored under another name. */
  rename?: Record<string, string>;
}

const VOID = new Set(["br", "hr", "img"]);
/** Removed with all of their content. */
const SILENT = new Set(["script", "style", "template", "noscript"]);

/** Sanitizes HTML: unknown elements are replaced by their content, scripts are removed completely. */
export function sanitizeHtml(html: string, { elements, attributes, rename = {} }: HtmlRules): string {
  let kept = "";
  let silent = 0;
  const closings: string[] = [];
  const parser = new Parser({
    onopentag(name, given) {
      if (SILENT.has(name)) silent += 1;
      const written = rename[name] ?? name;
      if (silent > 0 || !elements.has(written)) return void closings.push("");
      const shown = Object.entries(attributes(written, given)).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
      kept += `<${written}${shown.join("")}>`;
      closings.push(VOID.has(written) ? "" : `</${written}>`);
    },
    onclosetag(name) {
      if (SILENT.has(name)) silent -= 1;
      kept += closings.pop() ?? "";
    },
    ontext(text) {
      if (silent === 0)
        kept += escapeHtml(text).replaceAll("&#39;", "'").replaceAll("&quot;", '"').replaceAll("\u00a0", "&nbsp;");
    },
  });
  parser.end(html);
  return kept;
}

const SHOWN = new Set(
  "p h1 h2 h3 h4 h5 h6 ul ol li strong b em i u s del code pre sup sub blockquote table tbody thead tr td th hr br a".split(
    " ",
  ),
);

/** HTML for a browser: known elements without attributes, except for web links. */
export const sanitizeShownHtml = (html: string) =>
  sanitizeHtml(html, {
    elements: SHOWN,
    attributes: (name, { href }) =>
      name === "a" && href && /^https?:/.test(href) ? { rel: "noreferrer", href } : ({} as Record<string, string>),
  });
