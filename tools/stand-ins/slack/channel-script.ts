/**
 * The script of a channel's page. It shows new messages, sends a message on Enter, and cancels an edit on Escape. The
 * list does not change while a person uses it.
 */
export const CHANNEL_SCRIPT = `
const list = () => document.querySelector(".list");
const isInUse = () =>
  document.querySelector("dialog") !== null ||
  list().querySelector(".act[open]") !== null ||
  list().contains(document.activeElement) ||
  [...list().querySelectorAll("select")].some((choice) => choice.selectedIndex > 0);
let last = list()?.innerHTML;
async function follow() {
  try {
    if (document.hidden || isInUse()) return;
    const answer = await fetch(location.pathname + location.search);
    const next = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = next.querySelector(".list");
    if (!fresh || isInUse()) return;
    for (const form of next.querySelectorAll("dialog")) document.body.append(document.adoptNode(form));
    if (fresh.innerHTML === last) return;
    last = fresh.innerHTML;
    const top = list().scrollTop;
    list().replaceWith(document.adoptNode(fresh));
    list().scrollTop = top;
  } catch {
    // The stand-in was stopped. The page can still be read.
  } finally {
    setTimeout(follow, 1500);
  }
}
if (list()) setTimeout(follow, 1500);
document.addEventListener("keydown", (event) => {
  const field = event.target.closest("textarea[name=text]");
  if (!field || event.isComposing) return;
  if (event.key === "Escape") field.closest("details")?.removeAttribute("open");
  if (event.key !== "Enter" || event.shiftKey) return;
  event.preventDefault();
  field.form.requestSubmit();
});
`;
