import { InputRule, inputRules } from "prosemirror-inputrules";
import type { MarkType } from "prosemirror-model";
import { TextSelection } from "prosemirror-state";
import { findCurrentBlock, marks, nodes } from "./commands.ts";
import { editorSchema } from "./schema.ts";

/** Converts typed Markdown to marks. */
const typed = (pattern: RegExp, mark: MarkType) =>
  new InputRule(pattern, (state, [whole, before = "", inner = ""], start, end) => {
    if (!whole || inner.trim() === "") return null;
    const from = start + before.length;
    return state.tr.replaceWith(from, end, editorSchema.text(inner, [mark.create()])).removeStoredMark(mark);
  });

export const markdownInputRules = inputRules({
  rules: [
    typed(/(^|[\s(])\*\*([^*\s][^*]*)\*\*$/, marks.strong),
    typed(/(^|[\s(])\*([^*\s][^*]*)\*$/, marks.emphasis),
    typed(/(^|[\s(])_([^_\s][^_]*)_$/, marks.emphasis),
    typed(/(^|[\s(])~~([^~\s][^~]*)~~$/, marks.strike),
    typed(/(^|[\s(])`([^`]+)`$/, marks.mono),
    new InputRule(/^```$/, (state) => {
      const block = findCurrentBlock(state);
      if (block?.node.type !== nodes.sentence || block.node.content.size > 3) return null;
      const { id, key, from } = block.node.attrs;
      return state.tr.replaceWith(block.at, block.at + block.node.nodeSize, nodes.code.create({ id, key, from }));
    }),
    new InputRule(/^## $/, (state, _match, start, end) => {
      const block = findCurrentBlock(state);
      if (block?.node.type !== nodes.sentence) return null;
      const tr = state.tr.delete(start, end);
      const rest = tr.doc.nodeAt(block.at);
      if (!rest) return null;
      const head = nodes.head.create({ role: "note", layout: "prose" });
      if (rest.content.size === 0) tr.replaceWith(block.at, block.at + rest.nodeSize, [head, nodes.sentence.create()]);
      else tr.insert(block.at, head);
      return tr.setSelection(TextSelection.create(tr.doc, block.at + 1));
    }),
  ],
});
