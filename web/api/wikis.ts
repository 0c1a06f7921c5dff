import type { Wiki } from "../../shared/contract/wiki.ts";
import { useRead } from "./query-client.ts";

/** A reading reports no events, so its progress is asked for in these intervals while pages wait. */
const WHILE_READING_MS = 3_000;

/** A look or the reading of changed pages is under way. */
export const isBeingRead = ({ isOn, isListed, isRefused, waiting, trouble }: Wiki): boolean =>
  isOn && !isRefused && trouble === null && (!isListed || waiting > 0);

export const useWikis = (options: { enabled: boolean }) =>
  useRead("GET /api/wikis", undefined, {
    ...options,
    refetchInterval: ({ state }) => (state.data?.some(isBeingRead) ? WHILE_READING_MS : false),
  });
