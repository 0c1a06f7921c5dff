import { useCallback, useEffect, useRef, useState } from "react";
import type { LogList } from "../../api/activity.ts";
import { formatCount } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { LogEntry } from "./log-entry.tsx";
import { useRowWindow } from "./use-row-window.ts";

/** The number of remaining rows at which the next page is loaded. */
const AHEAD = 40;

interface LogRowsProps {
  list: LogList;
  /** The number of entries on the server; undefined while unknown. */
  total: number | undefined;
  older: { mutate: () => void; isPending: boolean; isError: boolean };
}

export function LogRows({ list: { logs, isWhole }, total, older }: LogRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const { top, rows, height, measure } = useRowWindow(logs, list);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = useCallback((id: string, isOpen: boolean) => {
    setOpen((before) => {
      if (before.has(id) === isOpen) return before;
      const after = new Set(before);
      if (isOpen) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);

  const last = rows.at(-1)?.index ?? 0;
  const wantsMore = !isWhole && !older.isPending && !older.isError && last >= logs.length - AHEAD;
  const { mutate } = older;
  useEffect(() => {
    if (wantsMore) mutate();
  }, [wantsMore, mutate]);

  return (
    <>
      <ol ref={list} className="relative" style={{ height }}>
        {rows.map(({ key, index, start }) => {
          const log = logs[index];
          return (
            log && (
              <li
                key={key}
                ref={measure}
                data-index={index}
                data-log={log.id}
                aria-posinset={index + 1}
                aria-setsize={isWhole ? logs.length : (total ?? -1)}
                className="absolute inset-x-0 top-0"
                style={{ transform: `translateY(${start - top}px)` }}
              >
                <LogEntry log={log} isOpen={open.has(log.id)} onToggle={toggle} />
              </li>
            )
          );
        })}
      </ol>
      {!isWhole && (
        <div className="flex flex-wrap items-center gap-4 py-4 text-13 text-soft">
          <output>
            {older.isError
              ? "Older entries could not be loaded. Check your connection."
              : `${formatCount(logs.length)} entries loaded${total ? ` of ${formatCount(total)}` : ""}`}
          </output>
          <Button size="small" aria-disabled={older.isPending} onClick={() => !older.isPending && mutate()}>
            {older.isError ? "Try again" : "Load older entries"}
          </Button>
        </div>
      )}
    </>
  );
}
