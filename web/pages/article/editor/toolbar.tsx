import {
  ArrowDown,
  ArrowUp,
  Bold,
  Code,
  Heading2,
  Italic,
  Link2,
  List,
  ListOrdered,
  Pilcrow,
  Redo2,
  SquareCode,
  Undo2,
  Unlink,
} from "lucide-react";
import { toggleMark } from "prosemirror-commands";
import { redo, undo } from "prosemirror-history";
import type { Command, EditorState } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { type ComponentType, type RefObject, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { beginSection, endSection, findCurrentHeading, moveBlock, setLayout, toggleCode } from "./commands.ts";
import { editorSchema } from "./schema.ts";

const { marks } = editorSchema;

interface Tool {
  name: string;
  keys?: string;
  Icon: ComponentType<{ className?: string; "aria-hidden"?: "true" }>;
  command: Command;
  isOn?: (state: EditorState) => boolean;
}

const isMarked = (mark: (typeof marks)["strong"]) => (state: EditorState) => {
  const { from, to, $from, empty } = state.selection;
  return empty
    ? mark.isInSet(state.storedMarks ?? $from.marks()) !== undefined
    : state.doc.rangeHasMark(from, to, mark);
};
const isSet = (layout: string) => (state: EditorState) => findCurrentHeading(state)?.node.attrs["layout"] === layout;
const isLinked = isMarked(marks.link);

/** Removes a link, or opens the field for a new link. */
const link: Command = (state, dispatch) =>
  isLinked(state) ? toggleMark(marks.link)(state, dispatch) : !state.selection.empty;

const TOOLS: Tool[] = [
  { name: "Bold", keys: "Ctrl+B", Icon: Bold, command: toggleMark(marks.strong), isOn: isMarked(marks.strong) },
  { name: "Italic", keys: "Ctrl+I", Icon: Italic, command: toggleMark(marks.emphasis), isOn: isMarked(marks.emphasis) },
  { name: "Code", keys: "Ctrl+E", Icon: Code, command: toggleMark(marks.mono), isOn: isMarked(marks.mono) },
  { name: "Link", Icon: Link2, command: link, isOn: isLinked },
  { name: "Code block", keys: "Ctrl+Alt+C", Icon: SquareCode, command: toggleCode },
  { name: "Begin a section here", keys: "Ctrl+Alt+S", Icon: Heading2, command: beginSection },
  { name: "Join the section with the one above", Icon: Unlink, command: endSection },
  { name: "Section as text", Icon: Pilcrow, command: setLayout("prose"), isOn: isSet("prose") },
  { name: "Section as steps", Icon: ListOrdered, command: setLayout("steps"), isOn: isSet("steps") },
  { name: "Section as list", Icon: List, command: setLayout("bullets"), isOn: isSet("bullets") },
  { name: "Move up", keys: "Alt+↑", Icon: ArrowUp, command: moveBlock(-1) },
  { name: "Move down", keys: "Alt+↓", Icon: ArrowDown, command: moveBlock(1) },
  { name: "Undo", keys: "Ctrl+Z", Icon: Undo2, command: undo },
  { name: "Redo", keys: "Ctrl+Y", Icon: Redo2, command: redo },
];

export function Toolbar({ state, view }: { state: EditorState; view: RefObject<EditorView | null> }) {
  const [isLinking, setLinking] = useState(false);
  const run = (command: Command) => {
    const editor = view.current;
    if (!editor) return;
    command(editor.state, editor.dispatch.bind(editor), editor);
    editor.focus();
  };
  return (
    <div className="edit-tools-place">
      <div role="toolbar" aria-label="Text" aria-orientation="horizontal" className="edit-tools">
        {TOOLS.map(({ name, keys, Icon, command, isOn }) => (
          <Button
            key={name}
            look="quiet"
            size="small"
            title={keys ? `${name} (${keys})` : name}
            aria-label={name}
            aria-pressed={isOn?.(state)}
            className="aria-pressed:bg-sunken aria-pressed:text-accent"
            disabled={!command(state)}
            // Keeps the selection in the text while the button is pressed.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => (command === link && !isLinked(state) ? setLinking(true) : run(command))}
          >
            <Icon className="size-4" aria-hidden="true" />
          </Button>
        ))}
      </div>
      {isLinking && (
        <LinkForm
          onClose={() => setLinking(false)}
          onLink={(href) => {
            setLinking(false);
            run(toggleMark(marks.link, { href }));
          }}
        />
      )}
    </div>
  );
}

/** Focuses the input, because the person opened it to type. */
const focus = (input: HTMLInputElement | null) => input?.focus();

function LinkForm({ onLink, onClose }: { onLink: (href: string) => void; onClose: () => void }) {
  const [href, setHref] = useState("https://");
  const isAddress = /^https:\/\/[^\s/]+\S*$/.test(href.trim());
  return (
    <form
      className="mb-3 flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (isAddress) onLink(href.trim());
      }}
    >
      <input
        ref={focus}
        onKeyDown={(event) => event.key === "Escape" && onClose()}
        type="url"
        aria-label="Address of the link, https only"
        className="field-box max-w-96 flex-1"
        value={href}
        onChange={(event) => setHref(event.target.value)}
      />
      <Button type="submit" size="small" disabled={!isAddress}>
        Add the link
      </Button>
      <Button size="small" look="quiet" onClick={onClose}>
        Cancel
      </Button>
    </form>
  );
}
