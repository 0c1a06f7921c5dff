import { Parser } from "htmlparser2";

export interface HtmlPart {
  name: string;
  attributes: Record<string, string>;
  children: HtmlChild[];
}
export type HtmlChild = HtmlPart | string;

/**
 * The most levels of nested elements, which is deeper than any real message. Deeper elements are moved to this level.
 */
const DEEPEST = 60;
/** Elements without visible text. */
const UNSEEN = new Set(["script", "style", "systemeventmessage", "title", "head"]);

/** Parses the visible parts of HTML. Never throws. */
export function parseHtml(html: string): HtmlChild[] {
  const root: HtmlPart = { name: "", attributes: {}, children: [] };
  const open = [root];
  let tooDeep = 0;
  let unseen = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (UNSEEN.has(name)) unseen += 1;
      if (unseen > 0) return;
      if (open.length > DEEPEST) {
        tooDeep += 1;
        return;
      }
      const element: HtmlPart = { name, attributes, children: [] };
      open.at(-1)?.children.push(element);
      open.push(element);
    },
    onclosetag(name) {
      if (unseen > 0) unseen -= UNSEEN.has(name) ? 1 : 0;
      else if (tooDeep > 0) tooDeep -= 1;
      else open.pop();
    },
    ontext: (text) => void (unseen === 0 && open.at(-1)?.children.push(text)),
  });
  parser.end(html);
  return root.children;
}

/** Returns the visible text with its line breaks. */
export function extractPlainText(nodes: readonly HtmlChild[]): string {
  return nodes
    .map((node) => {
      if (typeof node === "string") return node;
      return node.name === "br" ? "\n" : extractPlainText(node.children);
    })
    .join("");
}
