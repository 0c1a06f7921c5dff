import { ConnectedAppsSection } from "./api/connected-apps-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** The person's sessions, and programs that are authorized in their name. */
export function SessionsAndApps() {
  return (
    <>
      <SessionsSection />
      <ConnectedAppsSection />
    </>
  );
}
