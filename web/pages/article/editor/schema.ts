import { type DOMOutputSpec, type Mark, type Node, Schema } from "prosemirror-model";
import type { Inline } from "../../../../shared/markdown/inline.ts";
import { writeInlineMarkdown } from "../../../../shared/markdown/write-inline.ts";
import { createRandomId } from "../../../lib/random-id.ts";
import type { EditBlock } from "./edit-value.ts";

const known = { id: { default: "" }, key: { default: null }, from: { default: [] as string[] } };
/** Preserves the identity of a sentence when it is cut and pasted. */
const toDataAttributes = ({ attrs }: Node) => ({ "data-block": JSON.stringify(attrs) });
const fromData = (element: HTMLElement) => {
  try {
    return JSON.parse(element.dataset["block"] ?? "") as Record<string, unknown>;
  } catch {
    return null;
  }
};

/**
 * The schema of the editor. The document is a list of sentences, code blocks and section headings. Each sentence is a
 * separate block.
 */
export const editorSchema = new Schema({
  nodes: {
    doc: { content: "(sentence | code | head)+" },
    sentence: {
      content: "inline*",
      attrs: known,
      parseDOM: [{ tag: "p", getAttrs: fromData }, { tag: "p" }, { tag: "li" }, { tag: "blockquote" }],
      toDOM: (node): DOMOutputSpec => ["p", toDataAttributes(node), 0],
    },
    code: {
      content: "text*",
      marks: "",
      code: true,
      defining: true,
      attrs: { ...known, language: { default: null } },
      parseDOM: [
        { tag: "pre", preserveWhitespace: "full", getAttrs: fromData },
        { tag: "pre", preserveWhitespace: "full" },
      ],
      toDOM: (node): DOMOutputSpec => ["pre", toDataAttributes(node), ["code", 0]],
    },
    head: {
      content: "text*",
      marks: "",
      defining: true,
      attrs: { id: { default: "" }, role: { default: "note" }, layout: { default: "prose" } },
      parseDOM: [
        { tag: "div[data-block]", getAttrs: fromData },
        { tag: "h1" },
        { tag: "h2" },
        { tag: "h3" },
        { tag: "h4" },
      ],
      toDOM: (node): DOMOutputSpec => ["div", { ...toDataAttributes(node), class: "edit-head" }, 0],
    },
    text: { group: "inline" },
    break: { group: "inline", inline: true, selectable: false, parseDOM: [{ tag: "br" }], toDOM: () => ["br"] },
  },
  marks: {
    link: {
      attrs: { href: {} },
      inclusive: false,
      parseDOM: [
        {
          tag: "a[href^='https:']",
          getAttrs: (element: HTMLElement) => ({ href: element.getAttribute("href") }),
        },
      ],
      toDOM: ({ attrs }) => ["a", { href: attrs["href"] as string, class: "text-link" }, 0],
    },
    strong: { parseDOM: [{ tag: "strong" }, { tag: "b" }], toDOM: () => ["strong", 0] },
    emphasis: { parseDOM: [{ tag: "em" }, { tag: "i" }], toDOM: () => ["em", 0] },
    strike: { parseDOM: [{ tag: "s" }, { tag: "del" }], toDOM: () => ["s", 0] },
    mono: { excludes: "_", parseDOM: [{ tag: "code" }], toDOM: () => ["code", { class: "inline-code" }, 0] },
  },
});

const { nodes, marks } = editorSchema;

export function createDocument(blocks: readonly EditBlock[]): Node {
  const children = blocks.map(createNode);
  return nodes.doc.create(null, children.length > 0 ? children : [nodes.sentence.create({ id: createRandomId() })]);
}

export function createNode(block: EditBlock): Node {
  const text = block.text === "" ? null : editorSchema.text(block.text);
  if (block.form === "head") return nodes.head.create({ id: block.id, role: block.role, layout: block.layout }, text);
  const { id, key, from } = block;
  if (block.form === "code") return nodes.code.create({ id, key, from, language: block.language }, text);
  return nodes.sentence.create({ id, key, from }, inlineNodes(block.inline, []));
}

function inlineNodes(inlines: readonly Inline[], outer: readonly Mark[]): Node[] {
  return inlines.flatMap((inline): Node[] => {
    switch (inline.type) {
      case "text":
        return inline.text === "" ? [] : [editorSchema.text(inline.text, outer)];
      case "break":
        return [nodes.break.create()];
      case "code":
        return [editorSchema.text(inline.text, marks.mono.create().addToSet(outer))];
      case "link":
        return inlineNodes(inline.children, marks.link.create({ href: inline.href }).addToSet(outer));
      default:
        return inlineNodes(inline.children, marks[inline.type].create().addToSet(outer));
    }
  });
}

/** The marks from the outermost to the innermost. */
const NESTING = ["link", "strong", "emphasis", "strike"] as const;

function inlinesOf(children: readonly Node[], level = 0): Inline[] {
  const name = NESTING[level];
  if (!name) return children.map(leaf);
  const inlines: Inline[] = [];
  for (let at = 0; at < children.length; ) {
    const mark = marks[name].isInSet(children[at]?.marks ?? []);
    let end = at + 1;
    while (end < children.length && sameMark(mark, marks[name].isInSet(children[end]?.marks ?? []))) end += 1;
    const inner = inlinesOf(children.slice(at, end), level + 1);
    if (!mark) inlines.push(...inner);
    else if (name === "link") inlines.push({ type: name, href: mark.attrs["href"] as string, children: inner });
    else inlines.push({ type: name, children: inner });
    at = end;
  }
  return inlines;
}

const sameMark = (one: Mark | undefined, other: Mark | undefined) => (one && other ? one.eq(other) : one === other);

function leaf(node: Node): Inline {
  if (node.type === nodes.break) return { type: "break" };
  const text = node.text ?? "";
  return marks.mono.isInSet(node.marks) ? { type: "code", text } : { type: "text", text };
}

/** Reads the editor's document as blocks. A sentence with unchanged text keeps its original Markdown. */
export function readBlocks(doc: Node, originals: ReadonlyMap<string, EditBlock>): EditBlock[] {
  return doc.children.map((node): EditBlock => {
    const { id, key, from } = node.attrs as { id: string; key: string | null; from: string[] };
    if (node.type === nodes.head) {
      const { role, layout } = node.attrs as { role: "note"; layout: "prose" };
      return { form: "head", id, text: node.textContent, role, layout };
    }
    if (node.type === nodes.code) {
      const { language } = node.attrs as { language: string | null };
      return { form: "code", id, key, from, text: node.textContent, language };
    }
    const inline = inlinesOf(node.children);
    const before = originals.get(id);
    const isSame = before?.form === "sentence" && createNode(before).content.eq(node.content);
    return { form: "sentence", id, key, from, inline, text: isSame ? before.text : writeInlineMarkdown(inline) };
  });
}
