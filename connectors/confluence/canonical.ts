import { Parser } from "htmlparser2";
import { parseMarkup } from "../markup.ts";

const OF_THE_PLATFORM =
  /^(ac:macro-id|ac:local-id|local-id|ac:schema-version|ac:card-appearance|ac:breakout-.*|data-.*)$/;
/** Parameters that Confluence Cloud's editor adds to anchors and code. */
const OF_THE_EDITOR = new Set(["legacyAnchorId", "breakoutMode", "breakoutWidth"]);
export const INLINE_ELEMENTS = new Set([
  "strong",
  "em",
  "b",
  "i",
  "u",
  "s",
  "del",
  "code",
  "a",
  "span",
  "sub",
  "sup",
  "br",
  "time",
  "ac:link",
  "ac:image",
  "ac:emoticon",
]);
const VERBATIM = new Set(["pre", "ac:plain-text-body", "ac:plain-text-link-body"]);

interface Element {
  name: string;
  attributes: string;
  children: (Element | string)[];
}

/**
 * Returns a normal form of page content, so that blocks can be compared. The form does not depend on ids, white space
 * and character references, which readers do not see.
 */
export function normalizeStorage(storage: string): string {
  const root: Element = { name: "", attributes: "", children: [] };
  const open = [root];
  parseMarkup(
    decodeHtmlEntities(storage),
    () => ({
      onopentag(name, attributes) {
        // The marker of an inline comment is not part of the visible text.
        if (name === "ac:inline-comment-marker") return void open.push(open.at(-1) ?? root);
        const kept = Object.entries(attributes)
          .filter(([key, value]) => !OF_THE_PLATFORM.test(key) && !(key === "start" && value === "1"))
          .map(([key, value]) => ` ${key}=${JSON.stringify(value)}`)
          .sort()
          .join("");
        const element: Element = { name, attributes: kept, children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      onclosetag() {
        open.pop();
      },
      ontext(text) {
        const siblings = open.at(-1)?.children ?? [];
        const last = siblings.at(-1);
        if (typeof last === "string") siblings[siblings.length - 1] = last + text;
        else siblings.push(text);
      },
    }),
    { xmlMode: true },
  );
  undoEditorChanges(root);
  return root.children.map((child, index) => write(child, root, index, false)).join("");
}

/**
 * Undoes changes that Confluence Cloud's editor makes to our markup, so that a published block still equals our block.
 * The editor rewrites links to anchors and adds parameters to macros.
 */
function undoEditorChanges(element: Element): void {
  element.children = element.children.filter(
    (child) => typeof child === "string" || child.name !== "ac:parameter" || !OF_THE_EDITOR.has(nameOf(child)),
  );
  for (const child of element.children) if (typeof child !== "string") undoEditorChanges(child);
  if (element.name === "ac:link") {
    for (const child of element.children)
      if (typeof child !== "string" && child.name === "ac:link-body" && isText(child)) child.name = PLAIN_BODY;
  }
  const anchor = element.name === "a" && isText(element) ? /^ href="#([^"]+)"$/.exec(element.attributes)?.[1] : null;
  if (!anchor) return;
  const body: Element = { name: PLAIN_BODY, attributes: "", children: element.children };
  Object.assign(element, { name: "ac:link", attributes: ` ac:anchor="${anchor}"`, children: [body] });
}

const PLAIN_BODY = "ac:plain-text-link-body";
const nameOf = ({ attributes }: Element) => / ac:name="([^"]*)"/.exec(attributes)?.[1] ?? "";
const isText = ({ children }: Element) => children.every((child) => typeof child === "string");

function write(node: Element | string, parent: Element, index: number, verbatim: boolean): string {
  if (typeof node === "string") return verbatim ? `"${node.replace(/\r\n?/g, "\n")}"` : writeText(node, parent, index);
  const children = node.children
    .map((child, at) => write(child, node, at, verbatim || VERBATIM.has(node.name)))
    .join("");
  return `<${node.name}${node.attributes}>${children}</${node.name}>`;
}

/**
 * Removes spaces at the edges of block elements, because these spaces only lay out the file. Collapses other runs of
 * spaces.
 */
function writeText(text: string, parent: Element, index: number): string {
  const besideBlock = (neighbour: Element | string | undefined) =>
    neighbour === undefined
      ? !INLINE_ELEMENTS.has(parent.name)
      : typeof neighbour !== "string" && !INLINE_ELEMENTS.has(neighbour.name);
  let line = text.replace(/[\s\u00a0]+/g, " ");
  if (besideBlock(parent.children[index - 1])) line = line.trimStart();
  if (besideBlock(parent.children[index + 1])) line = line.trimEnd();
  return line && `"${line.normalize("NFC")}"`;
}

const XML_ENTITIES = new Set(["amp", "lt", "gt", "quot", "apos"]);

/** Replaces HTML entities such as `&nbsp;`, which XML does not define, with their characters. CDATA stays unchanged. */
export function decodeHtmlEntities(storage: string): string {
  return storage.replace(/<!\[CDATA\[[\s\S]*?\]\]>|&([A-Za-z][A-Za-z0-9]*);/g, (match, name?: string) =>
    name && !XML_ENTITIES.has(name) ? decodeCharacterReferences(match) : match,
  );
}

/** Decodes HTML's named and numeric character references. */
export function decodeCharacterReferences(html: string): string {
  let text = "";
  const parser = new Parser({ ontext: (part) => void (text += part) });
  parser.end(html);
  return text;
}
