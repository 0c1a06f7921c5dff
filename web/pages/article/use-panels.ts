import { useRef, useState } from "react";
import { focusSentenceOfMessage } from "./sentences.ts";
import { useBackCloses } from "./use-back-closes.ts";
import { useDetails } from "./use-details.ts";

/** The panel beside the article: the conversation, the details, or none. */
export function usePanels(hasRoom: boolean) {
  const [openMessage, setOpenMessage] = useState<string | null>(null);
  const details = useDetails(hasRoom);
  const hasDetails = details.isOpen;
  const openedFrom = useRef<Element | null>(null);
  const isOpen = openMessage !== null;
  const openConversation = (message: string) => {
    if (!isOpen && !hasDetails) openedFrom.current = document.activeElement;
    details.set(false);
    setOpenMessage(message);
  };
  const closePanel = () => {
    setOpenMessage(null);
    details.set(false);
    requestAnimationFrame(() => {
      if (openedFrom.current instanceof HTMLElement) openedFrom.current.focus({ preventScroll: true });
    });
  };
  useBackCloses(!hasRoom && (isOpen || hasDetails), closePanel);
  const toggleDetails = () => {
    if (hasDetails) return closePanel();
    if (!isOpen) openedFrom.current = document.activeElement;
    setOpenMessage(null);
    details.set(true);
  };
  const showSentence = (message: string) => {
    if (!hasRoom) setOpenMessage(null);
    requestAnimationFrame(() => focusSentenceOfMessage(message));
  };
  return {
    openMessage,
    setOpenMessage,
    details,
    hasDetails,
    isOpen,
    openConversation,
    closePanel,
    toggleDetails,
    showSentence,
  };
}

export type Panels = ReturnType<typeof usePanels>;
