import { useSearchParams } from "react-router";

/** The layout of the library's articles: lines or cards. */
export type ArticleLayout = "cards" | "list";

const PARAM = "show";
const KEPT = "articleLook";

/** The layout from the URL, so that a shared link shows the sender's view. Otherwise, this browser's last choice. */
export function useArticleLayout(): [ArticleLayout, (look: ArticleLayout) => void] {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(PARAM) ?? kept();
  const choose = (look: ArticleLayout) => {
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

/** Stores the choice. Without storage, it is only in the URL. */
function keep(look: ArticleLayout): void {
  try {
    localStorage.setItem(KEPT, look);
  } catch {
    // Storage is disabled.
  }
}
