import { useSearchParams } from "react-router";

/** How the library shows its articles: one line each, or as cards. */
export type ArticleLook = "cards" | "list";

const PARAM = "show";
const KEPT = "articleLook";

/** In the address, so that a link shows what its sender saw; without it, what this browser chose last. */
export function useArticleLook(): [ArticleLook, (look: ArticleLook) => void] {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(PARAM) ?? kept();
  const choose = (look: ArticleLook) => {
    keep(look);
    setParams(
      (now) => {
        now.set(PARAM, look);
        return now;
      },
      { replace: true },
    );
  };
  return [wanted === "cards" ? "cards" : "list", choose];
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

/** A browser that keeps nothing still has it in the address. */
function keep(look: ArticleLook): void {
  try {
    localStorage.setItem(KEPT, look);
  } catch {
    // Nothing to do.
  }
}
