import type { Toast } from "../lib/toast-store.ts";

/** The result of the connection test that follows each save of an integration. */
export interface SaveResult {
  /** Why the saved integration does not work; null when it does. */
  trouble: string | null;
  /** Why the integration could not be tested; null when it was. */
  notTested: string | null;
}

/** The toast after saving a chat integration. A token that does not work is always reported. */
export const buildSavedToast = (usual: Toast, { trouble, notTested }: SaveResult): Toast => ({
  ...usual,
  ...(trouble && { text: `It is saved, but does not work yet: ${trouble}`, tone: "destructive" as const }),
  ...(notTested && { text: notTested, tone: "destructive" as const }),
});
