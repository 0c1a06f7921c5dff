/** For a browser's context to run before each page: past the welcome, the tour and the question about cookies, which only a first visit shows. */
export function skipOnboarding(): void {
  if (window.origin === "null") return;
  sessionStorage.setItem("hasSeenWelcome", "true");
  localStorage.setItem("onboardingCompleted", "true");
  localStorage.setItem("cookieConsent", "rejected");
}
