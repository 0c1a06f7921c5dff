import { useSearchParams } from "react-router";

/** The URL parameter that opens the editor. */
export const EDIT_PARAMETER = "edit";
/** The URL parameter with the id of the chat message that the demo invites its visitor to edit. */
const TRY = "try";

/**
 * State in the article's URL besides the list's filters: whether the editor is open, and the message that a visitor is
 * invited to edit.
 */
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
    isEditing: params.has(EDIT_PARAMETER),
    setEditing: (on: boolean) => setParam(EDIT_PARAMETER, on ? "1" : null),
    tried: params.get(TRY),
    clearTried: () => setParam(TRY, null),
  };
}
