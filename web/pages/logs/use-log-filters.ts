import { useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import type { LogFilter } from "../../api/activity.ts";
import { isLogType } from "./log-types.ts";

const TYPING_DELAY_MS = 300;
export const LONGEST_SEARCH = 200;

/** The filters, which are in the URL. Typed text is added to the URL after a pause in typing, a type at once. */
export function useLogFilters() {
  const [params, setParams] = useSearchParams();
  /** The text that is being typed; null if the URL already contains it. */
  const [typing, setTyping] = useState<string | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);

  const type = params.get("type");
  const search = params.get("search")?.slice(0, LONGEST_SEARCH) ?? "";
  const filter: LogFilter = { ...(isLogType(type) && { type }), ...(search.trim() && { search: search.trim() }) };
  const set = (name: "type" | "search", value: string) => {
    const next = new URLSearchParams(window.location.search);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
  };
  return {
    filter,
    isFiltered: Object.keys(filter).length > 0,
    typed: typing ?? search,
    type: (text: string) => {
      setTyping(text);
      clearTimeout(rest.current);
      rest.current = setTimeout(() => {
        set("search", text);
        setTyping(null);
      }, TYPING_DELAY_MS);
    },
    choose: (chosen: string) => set("type", chosen),
    clear: () => {
      clearTimeout(rest.current);
      setTyping(null);
      setParams(new URLSearchParams(), { replace: true });
    },
  };
}
