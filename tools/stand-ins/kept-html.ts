import { Parser } from "htmlparser2";
import { escapeHtml } from "./browser-page.ts";

/** The rules by which a help center changes HTML when it stores an article. */
export interface HtmlRules {
  /** Permitted elements. Other elements are replaced with their content. */
  elements: ReadonlySet<string>;
  /** Returns the attributes that the help center stores. */
  attributes: (name: string, given: Record<string, string>) => Record<string, string>;
  /** Elements that the help center stores under another name. */
  rename?: Record<string, string>;
}

const VOID = new Set(["br", "hr", "img"]);
/** Elements that are removed together with their content. */
const SILENT = new Set(["script", "style", "template", "noscript"]);

/** Changes HTML like a help center: unknown elements are replaced with their content, and scripts are removed. */
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

/** Reduces HTML to known elements without attributes, except links to web addresses, for a browser. */
export const sanitizeShownHtml = (html: string) =>
  sanitizeHtml(html, {
    elements: SHOWN,
    attributes: (name, { href }) =>
      name === "a" && href && /^https?:/.test(href) ? { rel: "noreferrer", href } : ({} as Record<string, string>),
  });
