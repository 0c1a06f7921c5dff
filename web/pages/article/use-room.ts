import { useSyncExternalStore } from "react";

/** From here on the conversation is beside the article; under it, in front. The same as `xl:`. */
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
