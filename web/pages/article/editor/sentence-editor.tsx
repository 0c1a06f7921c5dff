import "./editor.css";
import { history } from "prosemirror-history";
import { type EditorState, Plugin, EditorState as States } from "prosemirror-state";
import { Decoration, DecorationSet, EditorView } from "prosemirror-view";
import { useEffect, useRef, useState } from "react";
import { getHeading } from "../../../../shared/domain/section-headings.ts";
import { createSlice, loadMarkdown, renderSlice } from "./clipboard.ts";
import { editorKeys } from "./commands.ts";
import type { EditBlock, EditValue } from "./edit-value.ts";
import { keepIdentity, NEW_TEXT } from "./identity.ts";
import { createDocument, createNode, readBlocks } from "./schema.ts";
import { Toolbar } from "./toolbar.tsx";
import { markdownInputRules } from "./typed-markdown.ts";

interface SentenceEditorProps {
  /** The initial blocks. Passing another array replaces the editor's content. */
  blocks: EditValue["blocks"];
  /** The article's blocks by id, by which unchanged text is recognised. */
  originals: ReadonlyMap<string, EditBlock>;
  /** The note about the sources of each sentence, by the sentence's id. */
  notes: ReadonlyMap<string, string>;
  onChange: (blocks: EditValue["blocks"]) => void;
}

/** The editor of the article's text: one block per sentence, with its sources beside it. */
export function SentenceEditor({ blocks, originals, notes, onChange }: SentenceEditorProps) {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [state, setState] = useState<EditorState | null>(null);
  const latest = useRef({ originals, notes, onChange });
  const first = useRef(blocks);
  useEffect(() => {
    latest.current = { originals, notes, onChange };
  });

  useEffect(() => {
    void loadMarkdown();
    const made = new EditorView(place.current, {
      state: States.create({
        doc: createDocument(first.current),
        plugins: [history(), markdownInputRules, ...editorKeys, keepIdentity, margin(() => latest.current)],
      }),
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-label": "Text of the article",
        class: "edit-text",
        spellcheck: "true",
      },
      clipboardTextParser: (text, _context, plain, editor) =>
        plain || editor.state.selection.$from.parent.type.spec.code ? (null as never) : createSlice(text),
      clipboardTextSerializer: renderSlice,
      dispatchTransaction(tr) {
        const next = made.state.apply(tr);
        made.updateState(next);
        setState(next);
        if (tr.docChanged && !tr.getMeta(NEW_TEXT))
          latest.current.onChange(readBlocks(next.doc, latest.current.originals));
      },
    });
    view.current = made;
    // An empty transaction makes the toolbar render the editor's first state.
    made.dispatch(made.state.tr.setMeta(NEW_TEXT, true));
    return () => made.destroy();
  }, []);

  useEffect(() => {
    const made = view.current;
    if (!made || first.current === blocks) return;
    first.current = blocks;
    const { doc } = made.state;
    made.dispatch(
      made.state.tr.replaceWith(0, doc.content.size, createDocument(blocks).content).setMeta(NEW_TEXT, true),
    );
  }, [blocks]);

  return (
    <div className="edit-frame">
      {state && <Toolbar state={state} view={view} />}
      <div ref={place} />
    </div>
  );
}

/** Decorates each sentence with its sources and whether it was changed, and shows the section's layout. */
function margin(
  given: () => { originals: ReadonlyMap<string, EditBlock>; notes: ReadonlyMap<string, string> },
): Plugin {
  return new Plugin({
    props: {
      decorations({ doc }) {
        const { originals, notes } = given();
        const marks: Decoration[] = [];
        let layout = "prose";
        let step = 0;
        doc.forEach((node, at) => {
          const { id, key, from } = node.attrs as { id: string; key: string | null; from: string[] };
          if (node.type.name === "head") {
            layout = String(node.attrs["layout"]);
            step = 0;
            const name =
              getHeading({ role: node.attrs["role"] as "note", heading: null }) ?? "Section without a heading";
            const empty = node.content.size === 0 ? { "data-placeholder": name } : {};
            marks.push(Decoration.node(at, at + node.nodeSize, empty));
            return;
          }
          if (node.type.name === "sentence") step += 1;
          const before = originals.get(id);
          const isSame = before !== undefined && from.length === 0 && createNode(before).content.eq(node.content);
          const origin = key === null && from.length === 0 ? "Written by you" : (notes.get(key ?? from[0] ?? "") ?? "");
          const note = isSame || (key === null && from.length === 0) ? origin : `${origin}${origin ? " · " : ""}edited`;
          const set =
            layout === "prose" || node.type.name !== "sentence"
              ? {}
              : { "data-mark": layout === "steps" ? `${step}` : "–" };
          const look = isSame ? "" : "is-edited";
          marks.push(Decoration.node(at, at + node.nodeSize, { "data-note": note, class: look, dir: "auto", ...set }));
        });
        return DecorationSet.create(doc, marks);
      },
    },
  });
}
