import { useSyncExternalStore } from "react";

/** From this width on the conversation is beside the article; on narrower screens it covers the article. Equals `xl:`. */
const ROOM = "(min-width: 80rem)";

export const useHasRoomBeside = () =>
  useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(ROOM);
      list.addEventListener("change", onChange);
      return () => list.removeEventListener("change", onChange);
    },
    () => matchMedia(ROOM).matches,
  );
