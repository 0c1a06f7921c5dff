import { X } from "lucide-react";
import { type ReactNode, useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ALL_PAGES } from "./all-pages.ts";
import { COMMAND_KEY } from "./command-key.ts";
import { areLetterShortcutsOn, PAGE_KEYS, storeLetterShortcuts } from "./keys.ts";

/** An entry in the list of keyboard shortcuts. Letters are pressed without a modifier key. */
interface Shortcut {
  keys: readonly string[];
  does: string;
}

const GROUPS: readonly { where: string; shortcuts: readonly Shortcut[] }[] = [
  {
    where: "In the list of articles",
    shortcuts: [
      { keys: ["j"], does: "Next article" },
      { keys: ["k"], does: "Previous article" },
      { keys: ["Enter"], does: "Open the article" },
      { keys: ["x"], does: "Select the article, or take it out of the selection" },
      { keys: ["Esc"], does: "Clear the selection" },
    ],
  },
  {
    where: "In an article",
    shortcuts: [
      { keys: ["j"], does: "Next article of the list" },
      { keys: ["k"], does: "Previous article of the list" },
      { keys: ["e"], does: "Edit the article" },
      { keys: ["c"], does: "Open or close the original conversation" },
      { keys: ["i"], does: "Open or close the details" },
      { keys: ["n"], does: "Next sentence, with its messages" },
      { keys: ["p"], does: "Previous sentence, with its messages" },
      { keys: ["u"], does: "Back to the list" },
    ],
  },
  {
    where: "In the inbox",
    shortcuts: [
      { keys: ["j"], does: "Next item" },
      { keys: ["k"], does: "Previous item" },
      { keys: ["1", "2", "3", "4"], does: "Choose by its number" },
      { keys: ["a"], does: "Accept what is offered" },
      { keys: ["d"], does: "Decline it" },
      { keys: ["c"], does: "Compare a page that people changed with its article" },
      { keys: ["s"], does: "Assign to somebody" },
      { keys: ["h"], does: "Snooze until a day" },
      { keys: ["o"], does: "Open the item with its article and conversation" },
      { keys: ["e"], does: "Edit the article of an opened item" },
      { keys: ["m"], does: "Merge the article of an opened item into another one" },
      { keys: ["u"], does: "Back from an opened item to the list" },
      { keys: ["z"], does: "Undo the last decision" },
      { keys: ["x"], does: "Select the item, or take it out of the selection" },
      { keys: ["Shift", "x"], does: "Select everything from the last selected one" },
      { keys: ["Shift", "j"], does: "Select on to the next item" },
      { keys: ["Esc"], does: "Clear the selection" },
    ],
  },
  {
    where: "When trying a language model",
    shortcuts: [
      { keys: ["1"], does: "I would keep this" },
      { keys: ["2"], does: "Needs an edit" },
      { keys: ["3"], does: "No" },
      { keys: ["j"], does: "Next article" },
      { keys: ["k"], does: "Previous article" },
    ],
  },
];

/** Lists all keyboard shortcuts, with the switch for single-letter shortcuts. */
export default function ShortcutsDialog({ onClose, onTour }: { onClose: () => void; onTour: () => void }) {
  const [singleKeys, setSingleKeys] = useState(areLetterShortcutsOn);
  return (
    <Modal
      open
      onClose={onClose}
      labelledBy="keys-title"
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100%-2rem)] max-w-xl overflow-y-auto rounded-box border border-rule bg-raised shadow-lift"
    >
      <div className="p-6">
        <header className="flex items-center justify-between gap-4">
          <h2 id="keys-title" className="font-serif text-24">
            Keyboard shortcuts
          </h2>
          <Button look="quiet" size="icon" aria-label="Close the shortcuts" onClick={onClose}>
            <X className="size-5" aria-hidden="true" />
          </Button>
        </header>
        <dl className="mt-4 grid gap-x-10 sm:grid-cols-2">
          <KeyRow what="Find anything" keys={[COMMAND_KEY, "K"]} />
          <KeyRow what="Search on this page" keys={["/"]} />
          <KeyRow what="Show this list" keys={["?"]} />
          <KeyRow what="Close what is open" keys={["Esc"]} />
          <KeyRow what="The notification" keys={["F8"]} />
          {PAGE_KEYS.map(([letter, to]) => (
            <KeyRow key={to} what={ALL_PAGES.find((page) => page.to === to)?.label ?? to} keys={["g", letter]} />
          ))}
        </dl>
        {GROUPS.map(({ where, shortcuts }) => (
          <section key={where} aria-label={where}>
            <h3 className="mt-6 font-semibold">{where}</h3>
            <dl className="mt-1 grid gap-x-10 sm:grid-cols-2">
              {shortcuts.map(({ keys, does }) => (
                <KeyRow key={does} what={does} keys={keys} />
              ))}
            </dl>
          </section>
        ))}
        <div className="mt-6 flex items-center justify-between gap-4">
          <span className="text-soft">Shortcuts of a single key (/, ?, g and the letters of a page)</span>
          <Switch
            label="Shortcuts of a single key"
            checked={singleKeys}
            onChange={(on) => {
              storeLetterShortcuts(on);
              setSingleKeys(on);
            }}
          />
        </div>
        <div className="mt-4 flex items-center justify-between gap-4">
          <span className="text-soft">The tour of the first visit</span>
          <Button size="small" onClick={onTour}>
            Take the tour again
          </Button>
        </div>
      </div>
    </Modal>
  );
}

function KeyRow({ what, keys }: { what: ReactNode; keys: readonly string[] }) {
  return (
    <div className="flex items-center justify-between gap-4 border-b border-rule py-2">
      <dt>{what}</dt>
      <dd className="flex gap-1">
        {keys.map((key) => (
          <kbd key={key} className="min-w-6 rounded-box border border-edge px-1.5 py-0.5 text-center font-mono text-12">
            {key}
          </kbd>
        ))}
      </dd>
    </div>
  );
}
