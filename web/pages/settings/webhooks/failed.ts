import { ApiError } from "../../../api/client.ts";
import { showToast } from "../../../lib/toast-store.ts";

/** Says why something was not done. */
export const failed = (title: string) => (error: Error) =>
  showToast({
    title,
    text: error instanceof ApiError ? error.explanation : "Please try again.",
    tone: "destructive",
  });
