import { deriveSentence } from "./sentence.ts";

const INVITATION = "Try it: edit or delete a message, and watch its sentence.";

function start(hero: HTMLElement, told: HTMLElement) {
  const again = button("Start again", "Reset the example");
  const rows = [...hero.querySelectorAll<HTMLElement>("li[data-row]")].map((li) => new LiveRow(hero, li, tell));
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

/** One message of the example and the article's sentence derived from it. */
class LiveRow {
  #hero: HTMLElement;
  #li: HTMLElement;
  #tell: (sentence: string) => void;
  #who: string;
  #said: HTMLElement;
  #sentence: HTMLElement;
  #source: HTMLElement;
  #controls: ReturnType<typeof controlsOf>;
  #follows = followsBelow();
  #original: { message: string; source: string };
  #message: string;
  #isDeleted = false;

  constructor(hero: HTMLElement, li: HTMLElement, tell: (sentence: string) => void) {
    [this.#hero, this.#li, this.#tell] = [hero, li, tell];
    const { row = "" } = li.dataset;
    this.#who = find(li, "b").textContent ?? "";
    this.#said = find(li, ".said");
    this.#sentence = find(hero, `.s${row} span`);
    this.#source = find(hero, `.s${row} small`);
    this.#original = { message: this.#said.textContent ?? "", source: this.#source.textContent ?? "" };
    this.#message = this.#original.message;
    this.#controls = controlsOf(this.#who);
    this.#controls.edit.onclick = () => this.#edit();
    this.#controls.remove.onclick = () => this.#removeOrRestore();
    li.append(this.#controls.all, this.#follows);
    this.#show();
  }

  reset(): void {
    this.#message = this.#original.message;
    this.#isDeleted = false;
    this.#show();
  }

  #show() {
    const isDeleted = this.#isDeleted;
    const { edit, remove, save, cancel } = this.#controls;
    const kept = isDeleted ? "" : deriveSentence(this.#message);
    this.#li.classList.toggle("gone", isDeleted);
    this.#said.textContent = isDeleted ? "This message was deleted." : this.#message;
    remove.textContent = isDeleted ? "Restore" : "Delete";
    remove.setAttribute("aria-label", `${isDeleted ? "Restore" : "Delete"} ${this.#who}’s message`);
    edit.hidden = isDeleted;
    remove.hidden = false;
    save.hidden = cancel.hidden = true;
    this.#write(kept);
    this.#follows.hidden = !isDeleted && this.#message === this.#original.message;
  }

  /** Writes the article's sentence. An empty sentence is removed. */
  #write(kept: string) {
    const isChanged = this.#sentence.textContent !== kept;
    this.#sentence.textContent = kept;
    const isEdited = this.#message !== this.#original.message;
    const reason = this.#isDeleted ? "its message was deleted" : "its message no longer explains anything";
    this.#source.textContent = kept ? `${this.#original.source}${isEdited ? ", edited" : ""}` : `Removed: ${reason}`;
    this.#sentence.parentElement?.classList.toggle("removed", !kept);
    this.#hero.querySelector(`.t${this.#li.dataset.row}`)?.classList.toggle("cut", !kept);
    this.#follows.lastElementChild?.replaceChildren(kept || this.#source.textContent || "");
    if (isChanged) for (const part of [this.#sentence, this.#follows]) flash(part);
  }

  #edit() {
    const { all, edit, remove, save, cancel } = this.#controls;
    edit.hidden = remove.hidden = true;
    save.hidden = cancel.hidden = this.#follows.hidden = false;
    const end = openField(this.#said, all, `${this.#who}’s message`, this.#message, {
      onInput: (text) => this.#write(deriveSentence(text)),
      onEnd: (text) => {
        const isChanged = text !== null && text !== this.#message;
        if (isChanged) this.#message = text;
        this.#show();
        if (isChanged) this.#tell(toldOf(this.#who, deriveSentence(this.#message)));
      },
    });
    const endBy = (isKept: boolean) => () => {
      end(isKept);
      edit.focus();
    };
    save.onclick = endBy(true);
    cancel.onclick = endBy(false);
  }

  #removeOrRestore() {
    this.#isDeleted = !this.#isDeleted;
    this.#show();
    this.#tell(
      this.#isDeleted
        ? `${this.#who} deleted a message. Its sentence was removed from the article and the published page.`
        : `${this.#who}’s message is back, and so is its sentence.`,
    );
  }
}

function controlsOf(who: string) {
  const edit = button("Edit", `Edit ${who}’s message`);
  const remove = button("Delete", `Delete ${who}’s message`);
  const save = button("Save", `Save ${who}’s message`);
  const cancel = button("Cancel", "Cancel");
  const all = document.createElement("span");
  all.className = "do";
  all.append(edit, remove, save, cancel);
  return { all, edit, remove, save, cancel };
}

/** Replaces the text by a text field until the person confirms or cancels. */
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
  // Keeps the field open while a button is pressed, until the button's handler has run.
  controls.onmousedown = (event) => event.preventDefault();
  said.replaceWith(field);
  onInput(text);
  field.focus();
  field.setSelectionRange(text.length, text.length);
  return end;
}

/**
 * Repeats the sentence below its message in narrow windows, because the article is then a screen further down
 * (landing.css).
 */
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

// Makes the landing page's example interactive: editing a message changes its sentence. Loaded after the page.
const hero = document.querySelector<HTMLElement>(".hero");
const told = document.querySelector<HTMLElement>(".told");
if (hero && told) start(hero, told);
