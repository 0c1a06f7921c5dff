/** An init script that skips the welcome, the tour and the cookie question, which appear only on a first visit. */
export function skipOnboarding(): void {
  if (window.origin === "null") return;
  sessionStorage.setItem("hasSeenWelcome", "true");
  localStorage.setItem("onboardingCompleted", "true");
  localStorage.setItem("cookieConsent", "rejected");
}
