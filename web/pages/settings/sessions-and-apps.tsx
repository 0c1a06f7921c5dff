import { ConnectedAppsSection } from "./api/connected-apps-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** Where somebody, or a program in their name, is signed in. */
export function SessionsAndApps() {
  return (
    <>
      <SessionsSection />
      <ConnectedAppsSection />
    </>
  );
}
