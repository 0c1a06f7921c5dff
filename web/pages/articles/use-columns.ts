import { useSyncExternalStore } from "react";

/** The widths at which the grid of cards has two and three columns; the same as `md:` and `2xl:`. */
const WIDTHS: [string, number][] = [
  ["(min-width: 96rem)", 3],
  ["(min-width: 48rem)", 2],
];

export const useColumns = () => useSyncExternalStore(listen, columns);

const columns = () => WIDTHS.find(([query]) => matchMedia(query).matches)?.[1] ?? 1;

function listen(onChange: () => void): () => void {
  const lists = WIDTHS.map(([query]) => matchMedia(query));
  for (const list of lists) list.addEventListener("change", onChange);
  return () => {
    for (const list of lists) list.removeEventListener("change", onChange);
  };
}
