import type { Wiki } from "../../shared/contract/wiki.ts";
import { useRead } from "./query-client.ts";

/** The interval at which the progress is requested while pages wait, because reading a wiki sends no events. */
const WHILE_READING_MS = 3_000;

/** True while the wiki's pages are being listed or read. */
export const isBeingRead = ({ isOn, isListed, isRefused, waiting, trouble }: Wiki): boolean =>
  isOn && !isRefused && trouble === null && (!isListed || waiting > 0);

export const useWikis = (options: { enabled: boolean }) =>
  useRead("GET /api/wikis", undefined, {
    ...options,
    refetchInterval: ({ state }) => (state.data?.some(isBeingRead) ? WHILE_READING_MS : false),
  });
