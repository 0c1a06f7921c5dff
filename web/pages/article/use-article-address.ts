import { useSearchParams } from "react-router";

/** So that a link can lead straight to the editor. */
export const EDIT = "edit";
/** In the demo: the message that a visitor is invited to edit. */
const TRY = "try";

/** What the article's address says beside the filters of the list: whether it is being edited, and what a visitor is invited to try. */
export function useArticleAddress() {
  const [params, setParams] = useSearchParams();
  const setParam = (name: string, value: string | null) =>
    setParams(
      (now) => {
        if (value === null) now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: value === null },
    );
  return {
    isEditing: params.has(EDIT),
    setEditing: (on: boolean) => setParam(EDIT, on ? "1" : null),
    tried: params.get(TRY),
    clearTried: () => setParam(TRY, null),
  };
}
