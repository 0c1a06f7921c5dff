import { createContext, useContext } from "react";
import type { ArticleSource } from "../../../shared/contract/articles.ts";
import type { Contradiction } from "../../components/article-notices/contradiction.tsx";
import type { PlacedContradictions } from "./contradictions.ts";

/** State that the sentences, their margin notes and the conversation panel share. */
export interface SourceView {
  /** Open contradictions about sentences of this article. */
  contradictions: readonly Contradiction[];
  /** The statement at which each contradiction is shown. */
  contradictedAt: PlacedContradictions["at"];
  sources: ReadonlyMap<string, ArticleSource>;
  /** The messages cited by the sentence under the pointer or the focus. */
  pointedAt: readonly string[];
  pointAt: (messages: readonly string[]) => void;
  /** Opens the conversation at a message; '' for the beginning. */
  openConversation: (message: string) => void;
  /** Scrolls to the sentence that cites the message. A repeated call scrolls to the next such sentence. */
  showSentence: (message: string) => void;
}

export const SourceViewContext = createContext<SourceView | null>(null);

export function useSourceView(): SourceView {
  const view = useContext(SourceViewContext);
  if (!view) throw new Error("There is no article around this.");
  return view;
}
