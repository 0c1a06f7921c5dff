import type { Toast } from "../lib/toast-store.ts";

/** The result of the connection test that follows each save of an integration. */
export interface SaveResult {
  /** The reason why the saved integration does not work; null if it works. */
  trouble: string | null;
  /** The reason why the integration could not be tested; null if it was tested. */
  notTested: string | null;
}

/** The toast after saving a chat integration. Always reports a token that does not work. */
export const buildSavedToast = (usual: Toast, { trouble, notTested }: SaveResult): Toast => ({
  ...usual,
  ...(trouble && { text: `It is saved, but does not work yet: ${trouble}`, tone: "destructive" as const }),
  ...(notTested && { text: notTested, tone: "destructive" as const }),
});
