import MiniSearch from "minisearch";
import type { DocsEntry } from "../docs.tsx";

const SHOWN = 8;

/** The documentation search. It loads its index when the person starts typing. */
const find = document.querySelector<HTMLElement>(".find");
const field = find?.querySelector("input");
const status = find?.querySelector("output");
const list = find?.querySelector("ol");
if (find && field && status && list) {
  find.hidden = false;
  let index: Promise<MiniSearch<DocsEntry>> | undefined;
  field.oninput = async () => {
    const words = field.value.trim();
    index ??= load();
    const hits = words ? (await index.catch(() => undefined))?.search(words) : [];
    if (words !== field.value.trim()) return;
    list.replaceChildren(
      ...(hits ?? []).slice(0, SHOWN).map((hit) => row(hit.id as string, hit.heading as string, hit.page as string)),
    );
    if (!hits) {
      index = undefined;
      status.textContent = "The search could not be loaded. Check your connection and type again.";
    } else status.textContent = words && hits.length === 0 ? `Nothing found for “${words}”.` : "";
  };
}

async function load(): Promise<MiniSearch<DocsEntry>> {
  const answer = await fetch("/docs-index.json");
  if (!answer.ok) throw new Error(`The index answered ${answer.status}.`);
  const index = new MiniSearch<DocsEntry>({
    fields: ["heading", "page", "text"],
    storeFields: ["heading", "page"],
    searchOptions: { boost: { heading: 3, page: 2 }, prefix: true, fuzzy: 0.34, combineWith: "AND" },
  });
  index.addAll((await answer.json()) as DocsEntry[]);
  return index;
}

function row(href: string, heading: string, page: string): HTMLLIElement {
  const li = document.createElement("li");
  const link = document.createElement("a");
  link.href = href;
  link.textContent = heading;
  li.append(link);
  if (heading !== page) li.append(` ${page}`);
  return li;
}
