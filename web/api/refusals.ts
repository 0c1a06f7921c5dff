import { useSyncExternalStore } from "react";
import { createListeners } from "../lib/listeners.ts";
import { showToast } from "../lib/toast-store.ts";
import { ApiError } from "./client.ts";

const LOGIN_DELAY_MS = 500;
const PRICING_DELAY_MS = 2000;
let leaving = false;
let isExpired = false;
const listeners = createListeners();

/** True once the server reported that the account expired; the app then hides all data of the workspace. */
export const useIsExpired = () => useSyncExternalStore(listeners.subscribe, () => isExpired);

/**
 * Handles the refusals that concern the whole app: an ended session, an expired account and an unconfirmed e-mail
 * address. Pages handle all others. `isFirstLook`: the request asked who is signed in, before any user was known.
 */
export function handleRefusal(error: unknown, { isFirstLook = false } = {}): void {
  if (!(error instanceof ApiError) || leaving) return;
  if (error.status === 401) {
    // The app's frame made this request, and handles a missing session itself.
    if (isFirstLook) return;
    showToast({ title: "Unauthorized", text: "You are logged out. Logging in again...", tone: "destructive" });
    // A request may be sent before its page is open, so the address is read when the person leaves.
    leaveFor(() => `${buildSignInUrl()}&ended=1`, LOGIN_DELAY_MS);
  } else if (error.subscriptionExpired) {
    isExpired = true;
    listeners.notify();
    showToast({ title: "Subscription Expired", text: "Renew to continue using the bot.", tone: "destructive" });
    leaveFor(() => "/pricing", PRICING_DELAY_MS);
  } else if (error.status === 403 && error.message.includes("Email not verified")) {
    showToast({
      title: "Email Verification Required",
      text: "Check your email and click the verification link to activate the account.",
      tone: "destructive",
    });
  }
}

/** The URL of the sign-in page, which returns to the current page afterwards. */
export function buildSignInUrl(): string {
  const { pathname, search } = window.location;
  return `/api/login?next=${encodeURIComponent(pathname + search)}`;
}

function leaveFor(buildAddress: () => string, delayMs: number): void {
  leaving = true;
  setTimeout(() => window.location.assign(buildAddress()), delayMs);
}
