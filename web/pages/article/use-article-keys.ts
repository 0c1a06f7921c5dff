import { useNavigate } from "react-router";
import { usePageShortcuts } from "../../components/shortcuts.ts";
import { BACK_STATE } from "../articles/list-position.ts";
import { getMessageOfFocusedSentence, moveSentenceFocus } from "./sentences.ts";
import type { Neighbours } from "./use-neighbours.ts";
import type { Panels } from "./use-panels.ts";

interface ArticleKeys {
  panels: Panels;
  neighbours: Neighbours;
  /** The list's filters, which stay in the URL when the person opens another article. */
  search: string;
  edit: () => void;
}

/** The keyboard shortcuts of the article page. The list of keyboard shortcuts names them for people. */
export function useArticleKeys({ panels, neighbours, search, edit }: ArticleKeys): void {
  const navigate = useNavigate();
  const { isOpen, closePanel, openConversation, toggleDetails, setOpenMessage } = panels;
  const goTo = (neighbour: string | undefined) => neighbour && void navigate(`/articles/${neighbour}${search}`);
  const step = (by: 1 | -1) => {
    const message = moveSentenceFocus(by);
    if (isOpen && message) setOpenMessage(message);
  };
  usePageShortcuts({
    j: () => goTo(neighbours.next),
    k: () => goTo(neighbours.previous),
    n: () => step(1),
    p: () => step(-1),
    c: () => (isOpen ? closePanel() : openConversation(getMessageOfFocusedSentence())),
    i: toggleDetails,
    e: edit,
    u: () => void navigate(`/articles${search}`, { state: BACK_STATE }),
  });
}
