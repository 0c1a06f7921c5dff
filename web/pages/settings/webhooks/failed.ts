import { ApiError } from "../../../api/client.ts";
import { showToast } from "../../../lib/toast-store.ts";

/** Shows the reason of a failure in a toast. */
export const showWebhookFailure = (title: string) => (error: Error) =>
  showToast({
    title,
    text: error instanceof ApiError ? error.explanation : "Please try again.",
    tone: "destructive",
  });
