import { useEffect } from "react";
import { ApiError } from "../api/client.ts";
import { getChatPlatformName } from "../lib/chat-platforms.ts";
import { showToast } from "../lib/toast-store.ts";

const CHECK = "Check the configuration of the integration, then try again.";

/** Shows a failed listing as a toast, and returns the platform's sentence for the page; null if there is no error. */
export function useChannelListingTrouble(platform: string | undefined, error: unknown): string | null {
  const trouble = error ? (error instanceof ApiError && error.details) || CHECK : null;
  useEffect(() => {
    const title = `${getChatPlatformName(platform ?? "")} Configuration Error`;
    if (error && trouble) showToast({ title, text: trouble, tone: "destructive" });
  }, [platform, error, trouble]);
  return trouble;
}
