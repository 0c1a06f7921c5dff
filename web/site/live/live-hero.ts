import { sentenceOf } from "./sentence.ts";

/** Makes the landing page's example interactive: a message can be edited and deleted, and its sentence follows. Loaded after the page. */
const hero = document.querySelector<HTMLElement>(".hero");
const told = document.querySelector<HTMLElement>(".told");
if (hero && told) start(hero, told);

function start(hero: HTMLElement, told: HTMLElement) {
  const again = button("Start again", "Reset the example");
  const rows = [...hero.querySelectorAll<HTMLElement>("li[data-row]")].map((li) => liveRow(hero, li, tell));
  again.onclick = () => {
    for (const row of rows) row.reset();
    told.textContent = INVITATION;
  };
  function tell(sentence: string) {
    told.textContent = `${sentence} `;
    told.append(again);
  }
  told.textContent = INVITATION;
  told.hidden = false;
  hero.classList.add("alive");
}

const INVITATION = "Try it: edit or delete a message, and watch its sentence.";

function liveRow(hero: HTMLElement, li: HTMLElement, tell: (sentence: string) => void) {
  const row = li.dataset.row ?? "";
  const said = find(li, ".said");
  const sentence = find(hero, `.s${row} span`);
  const source = find(hero, `.s${row} small`);
  const who = find(li, "b").textContent ?? "";
  const original = { message: said.textContent ?? "", source: source.textContent ?? "" };
  const edit = button("Edit", `Edit ${who}’s message`);
  const remove = button("Delete", `Delete ${who}’s message`);
  const save = button("Save", `Save ${who}’s message`);
  const cancel = button("Cancel", "Cancel");
  const controls = document.createElement("span");
  controls.className = "do";
  controls.append(edit, remove, save, cancel);
  const follows = followsBelow();
  li.append(controls, follows);
  let message = original.message;
  let isDeleted = false;

  function show() {
    const kept = isDeleted ? "" : sentenceOf(message);
    const changed = sentence.textContent !== kept;
    li.classList.toggle("gone", isDeleted);
    said.textContent = isDeleted ? "This message was deleted." : message;
    remove.textContent = isDeleted ? "Restore" : "Delete";
    remove.setAttribute("aria-label", `${isDeleted ? "Restore" : "Delete"} ${who}’s message`);
    edit.hidden = isDeleted;
    remove.hidden = false;
    save.hidden = cancel.hidden = true;
    write(kept, changed);
    follows.hidden = !isDeleted && message === original.message;
  }
  function write(kept: string, changed: boolean) {
    sentence.textContent = kept;
    const isEdited = message !== original.message;
    const reason = isDeleted ? "its message was deleted" : "its message no longer explains anything";
    source.textContent = kept ? `${original.source}${isEdited ? ", edited" : ""}` : `Removed: ${reason}`;
    sentence.parentElement?.classList.toggle("removed", !kept);
    hero.querySelector(`.t${row}`)?.classList.toggle("cut", !kept);
    follows.lastElementChild?.replaceChildren(kept || source.textContent || "");
    if (changed) for (const part of [sentence, follows]) flash(part);
  }

  edit.onclick = () => {
    edit.hidden = remove.hidden = true;
    save.hidden = cancel.hidden = follows.hidden = false;
    const end = openField(said, controls, `${who}’s message`, message, {
      onInput: (text) => write(sentenceOf(text), sentence.textContent !== sentenceOf(text)),
      onEnd: (text) => {
        const isChanged = text !== null && text !== message;
        if (isChanged) message = text;
        show();
        if (isChanged) tell(toldOf(who, sentenceOf(message)));
      },
    });
    for (const [pressed, isKept] of [
      [save, true],
      [cancel, false],
    ] as const)
      pressed.onclick = () => {
        end(isKept);
        edit.focus();
      };
  };
  remove.onclick = () => {
    isDeleted = !isDeleted;
    show();
    tell(
      isDeleted
        ? `${who} deleted a message. Its sentence was removed from the article and the published page.`
        : `${who}’s message is back, and so is its sentence.`,
    );
  };
  show();
  return {
    reset() {
      message = original.message;
      isDeleted = false;
      show();
    },
  };
}

/** A field in the place of the words, until it is ended with what is typed or without. */
function openField(
  said: HTMLElement,
  controls: HTMLElement,
  label: string,
  text: string,
  { onInput, onEnd }: { onInput: (text: string) => void; onEnd: (text: string | null) => void },
) {
  const field = document.createElement("textarea");
  Object.assign(field, { value: text, rows: 2, maxLength: 200, enterKeyHint: "done" });
  field.setAttribute("aria-label", label);
  let isOpen = true;
  const end = (isKept: boolean) => {
    if (!isOpen) return;
    isOpen = false;
    field.replaceWith(said);
    onEnd(isKept ? field.value.trim() : null);
  };
  field.oninput = () => onInput(field.value);
  field.onkeydown = (event) => {
    if (event.key !== "Escape" && !(event.key === "Enter" && !event.shiftKey)) return;
    event.preventDefault();
    end(event.key === "Enter");
    controls.querySelector("button")?.focus();
  };
  field.onblur = ({ relatedTarget }) => {
    if (!controls.contains(relatedTarget as Node | null)) end(true);
  };
  // A press on a button leaves the field open until the button says what becomes of it.
  controls.onmousedown = (event) => event.preventDefault();
  said.replaceWith(field);
  onInput(text);
  field.focus();
  field.setSelectionRange(text.length, text.length);
  return end;
}

/** The sentence below its message, for narrow windows, where the article is a screen further down (landing.css). */
function followsBelow(): HTMLElement {
  const follows = document.createElement("p");
  follows.className = "follows";
  follows.append("In the article:", document.createElement("span"));
  return follows;
}

function toldOf(who: string, kept: string): string {
  return kept
    ? `${who} edited a message. Its sentence now reads: “${kept}”`
    : `${who}’s message no longer explains anything. Its sentence was removed from the article.`;
}

function flash(element: HTMLElement) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  element.animate([{ backgroundColor: "var(--mark)" }, { backgroundColor: "transparent" }], {
    duration: 1200,
    easing: "ease-in",
  });
}

function find(parent: ParentNode, selector: string): HTMLElement {
  const found = parent.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`The example has no ${selector}.`);
  return found;
}

function button(text: string, label: string): HTMLButtonElement {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.setAttribute("aria-label", label);
  return made;
}
