import { baseKeymap, chainCommands, toggleMark } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import type { Node } from "prosemirror-model";
import { type Command, type EditorState, Selection, TextSelection } from "prosemirror-state";
import { editorSchema } from "./schema.ts";

export const { nodes, marks } = editorSchema;

/** Finds the block with the cursor, its position and its index. */
export function findCurrentBlock({ selection }: EditorState): { node: Node; at: number; index: number } | null {
  const { $from } = selection;
  return $from.depth === 0 ? null : { node: $from.node(1), at: $from.before(1), index: $from.index(0) };
}

/** The heading of the section with the cursor; null in the summary. */
export function findCurrentHeading(state: EditorState): { node: Node; at: number } | null {
  const block = findCurrentBlock(state);
  let found: { node: Node; at: number } | null = null;
  state.doc.forEach((node, at, index) => {
    if (block && index <= block.index && node.type === nodes.head) found = { node, at };
  });
  return found;
}

const nextLine: Command = (state, dispatch) => {
  const block = findCurrentBlock(state);
  if (!block || block.node.type === nodes.code) return false;
  if (!dispatch) return true;
  const tr = state.tr.deleteSelection();
  const { $from } = tr.selection;
  if (block.node.type === nodes.head) {
    const after = block.at + block.node.nodeSize;
    tr.insert(after, nodes.sentence.create());
    dispatch(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
    return true;
  }
  dispatch(tr.split($from.pos, 1).scrollIntoView());
  return true;
};

/** Prevents Backspace from merging a sentence into a heading or a code block. */
const backspaceAtStart: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const block = findCurrentBlock(state);
  if (!empty || !block || $from.parentOffset > 0) return false;
  const before = block.index > 0 ? state.doc.child(block.index - 1) : null;
  if (block.node.type === nodes.head) {
    if (block.node.content.size > 0 || !before) return true;
    dispatch?.(selectNear(state.tr.delete(block.at, block.at + block.node.nodeSize), block.at, -1));
    return true;
  }
  if (block.node.type === nodes.sentence && before?.type === nodes.sentence) return false;
  if (block.node.content.size > 0 || state.doc.childCount === 1) return true;
  dispatch?.(selectNear(state.tr.delete(block.at, block.at + block.node.nodeSize), block.at, -1));
  return true;
};

const deleteAtEnd: Command = (state) => {
  const { $from, empty } = state.selection;
  const block = findCurrentBlock(state);
  if (!empty || !block || $from.parentOffset < block.node.content.size) return false;
  const after = block.index + 1 < state.doc.childCount ? state.doc.child(block.index + 1) : null;
  return !(block.node.type === nodes.sentence && after?.type === nodes.sentence);
};

const selectNear = (tr: EditorState["tr"], at: number, direction: 1 | -1) =>
  tr.setSelection(Selection.near(tr.doc.resolve(Math.min(at, tr.doc.content.size)), direction)).scrollIntoView();

export const moveBlock =
  (by: 1 | -1): Command =>
  (state, dispatch) => {
    const block = findCurrentBlock(state);
    const to = block ? block.index + by : -1;
    if (!block || to < 0 || to >= state.doc.childCount) return false;
    const other = state.doc.child(to);
    const tr = state.tr.delete(block.at, block.at + block.node.nodeSize);
    const at = by === 1 ? block.at + other.nodeSize : block.at - other.nodeSize;
    tr.insert(at, block.node);
    const offset = state.selection.$from.parentOffset;
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, at + 1 + offset)).scrollIntoView());
    return true;
  };

/** Converts a sentence to a code block and back. */
export const toggleCode: Command = (state, dispatch) => {
  const block = findCurrentBlock(state);
  if (!block || block.node.type === nodes.head) return false;
  const { id, key, from } = block.node.attrs;
  const isCode = block.node.type === nodes.code;
  const text = block.node.textBetween(0, block.node.content.size, "", "\n");
  const made = (isCode ? nodes.sentence : nodes.code).create(
    { id, key, from },
    text === "" ? null : editorSchema.text(isCode ? text.replace(/\s*\n\s*/g, " ") : text),
  );
  if (!dispatch) return true;
  const tr = state.tr.replaceWith(block.at, block.at + block.node.nodeSize, made);
  dispatch(tr.setSelection(TextSelection.create(tr.doc, block.at + 1)).scrollIntoView());
  return true;
};

/** Starts a new section at the block with the cursor. */
export const beginSection: Command = (state, dispatch) => {
  const block = findCurrentBlock(state);
  if (!block || block.node.type === nodes.head) return false;
  if (!dispatch) return true;
  const tr = state.tr.insert(block.at, nodes.head.create({ role: "note", layout: "prose" }));
  dispatch(tr.setSelection(TextSelection.create(tr.doc, block.at + 1)).scrollIntoView());
  return true;
};

/** Joins the section to the previous one. Its sentences stay. */
export const endSection: Command = (state, dispatch) => {
  const head = findCurrentHeading(state);
  if (!head) return false;
  dispatch?.(selectNear(state.tr.delete(head.at, head.at + head.node.nodeSize), head.at, 1));
  return true;
};

export const setLayout =
  (layout: string): Command =>
  (state, dispatch) => {
    const head = findCurrentHeading(state);
    if (!head) return false;
    dispatch?.(state.tr.setNodeMarkup(head.at, undefined, { ...head.node.attrs, layout }));
    return true;
  };

const leaveCode: Command = (state, dispatch) => {
  const block = findCurrentBlock(state);
  if (block?.node.type !== nodes.code) return false;
  const after = block.at + block.node.nodeSize;
  const tr = state.tr.insert(after, nodes.sentence.create());
  dispatch?.(tr.setSelection(TextSelection.create(tr.doc, after + 1)).scrollIntoView());
  return true;
};
const newLineInCode: Command = (state, dispatch) => {
  if (findCurrentBlock(state)?.node.type !== nodes.code) return false;
  dispatch?.(state.tr.insertText("\n").scrollIntoView());
  return true;
};
const breakLine: Command = (state, dispatch) => {
  if (findCurrentBlock(state)?.node.type !== nodes.sentence) return false;
  dispatch?.(state.tr.replaceSelectionWith(nodes.break.create()).scrollIntoView());
  return true;
};

/** The editor's keys. `Tab` is not among them, because it moves the focus through the page. */
export const editorKeys = [
  keymap({
    "Mod-z": undo,
    "Mod-y": redo,
    "Shift-Mod-z": redo,
    "Mod-b": toggleMark(marks.strong),
    "Mod-i": toggleMark(marks.emphasis),
    "Mod-e": toggleMark(marks.mono),
    "Alt-ArrowUp": moveBlock(-1),
    "Alt-ArrowDown": moveBlock(1),
    "Mod-Alt-c": toggleCode,
    "Mod-Alt-s": beginSection,
    "Mod-Enter": leaveCode,
    "Shift-Enter": chainCommands(newLineInCode, breakLine),
    Enter: chainCommands(newLineInCode, nextLine),
    Backspace: backspaceAtStart,
    Delete: deleteAtEnd,
  }),
  keymap(baseKeymap),
];
