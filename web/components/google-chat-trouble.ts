import { useEffect } from "react";
import { ApiError } from "../api/client.ts";
import { showToast } from "../lib/toast-store.ts";

const CHECK = "Check the configuration of the integration, then try again.";

/** Google says what is missing in its configuration: a toast, and the sentence to keep on the page; null without an error. */
export function useGoogleChatTrouble(error: unknown): string | null {
  const trouble = error ? (error instanceof ApiError && error.details) || CHECK : null;
  useEffect(() => {
    if (error && trouble) showToast({ title: "Google Chat Configuration Error", text: trouble, tone: "destructive" });
  }, [error, trouble]);
  return trouble;
}
