import { createContext, useContext } from "react";
import type { ArticleSource } from "../../../shared/contract/articles.ts";
import type { Contradiction } from "../../components/article-notices/contradiction.tsx";
import type { PlacedContradictions } from "./contradictions.ts";

/** What the sentences, their margin notes and the conversation beside them know of each other. */
export interface SourceView {
  /** Sentences that somebody contradicts, undecided. */
  contradictions: readonly Contradiction[];
  /** Where each of them is told. */
  contradictedAt: PlacedContradictions["at"];
  sources: ReadonlyMap<string, ArticleSource>;
  /** Messages that the sentence under the pointer or the focus cites. */
  pointedAt: readonly string[];
  pointAt: (messages: readonly string[]) => void;
  /** Opens the conversation at a message; '' for its beginning. */
  openConversation: (message: string) => void;
  /** Goes to the sentence that cites the message; asked again, to the next one. */
  showSentence: (message: string) => void;
}

export const SourceViewContext = createContext<SourceView | null>(null);

export function useSourceView(): SourceView {
  const view = useContext(SourceViewContext);
  if (!view) throw new Error("There is no article around this.");
  return view;
}
