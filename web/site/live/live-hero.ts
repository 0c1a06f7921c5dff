import { sentenceOf } from "./sentence.ts";

/** Makes the landing page's example alive: a message can be edited and deleted, and its sentence follows. Loaded after the page. */
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
  const controls = document.createElement("span");
  controls.className = "do";
  controls.append(edit, remove);
  li.append(controls);
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
    write(kept, changed);
  }
  function write(kept: string, changed: boolean) {
    sentence.textContent = kept;
    const isEdited = message !== original.message;
    const reason = isDeleted ? "its message was deleted" : "its message no longer explains anything";
    source.textContent = kept ? `${original.source}${isEdited ? ", edited" : ""}` : `Removed: ${reason}`;
    sentence.parentElement?.classList.toggle("removed", !kept);
    hero.querySelector(`.t${row}`)?.classList.toggle("cut", !kept);
    if (changed) flash(sentence);
  }

  edit.onclick = () => {
    const field = document.createElement("textarea");
    field.value = message;
    field.rows = 2;
    field.maxLength = 200;
    field.setAttribute("aria-label", `${who}’s message`);
    let isOpen = true;
    const close = (isKept: boolean) => {
      if (!isOpen) return;
      isOpen = false;
      const isChanged = isKept && field.value.trim() !== message;
      if (isChanged) message = field.value.trim();
      field.replaceWith(said);
      controls.hidden = false;
      show();
      if (isChanged) tell(toldOf(who, sentenceOf(message)));
    };
    field.oninput = () => write(sentenceOf(field.value), sentence.textContent !== sentenceOf(field.value));
    field.onkeydown = (event) => {
      if (event.key !== "Escape" && !(event.key === "Enter" && !event.shiftKey)) return;
      event.preventDefault();
      close(event.key === "Enter");
      edit.focus();
    };
    field.onblur = () => close(true);
    said.replaceWith(field);
    controls.hidden = true;
    field.focus();
    field.setSelectionRange(field.value.length, field.value.length);
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
  return {
    reset() {
      message = original.message;
      isDeleted = false;
      show();
    },
  };
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
