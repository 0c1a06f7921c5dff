import { useCallback, useLayoutEffect, useMemo, useRef, useState } from "react";

export interface Selection<Item> {
  /** The selected items in the sequence of the list, without items that left the list. */
  items: Item[];
  has: (id: string) => boolean;
  /** Toggles an item. With `isRange`, all items since the last toggled one get the same state. */
  toggle: (id: string, isRange: boolean) => void;
  set: (ids: Iterable<string>) => void;
  clear: () => void;
}

export function useSelection<Item extends { id: string }>(list: readonly Item[]): Selection<Item> {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const latest = useRef(list);
  useLayoutEffect(() => {
    latest.current = list;
  }, [list]);

  const toggle = useCallback((id: string, isRange: boolean) => {
    const ids = latest.current.map((item) => item.id);
    const from = isRange && last.current !== null ? ids.indexOf(last.current) : -1;
    const to = ids.indexOf(id);
    last.current = id;
    setChosen((before) => {
      const after = new Set(before);
      const range = from === -1 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      for (const one of range) {
        if (before.has(id)) after.delete(one);
        else after.add(one);
      }
      return after;
    });
  }, []);
  const set = useCallback((ids: Iterable<string>) => setChosen(new Set(ids)), []);
  const clear = useCallback(() => setChosen((before) => (before.size === 0 ? before : new Set())), []);
  const items = useMemo(() => (chosen.size === 0 ? [] : list.filter(({ id }) => chosen.has(id))), [list, chosen]);
  return { items, has: (id) => chosen.has(id), toggle, set, clear };
}
