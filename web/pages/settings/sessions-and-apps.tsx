import { ConnectedAppsSection } from "./api/connected-apps-section.tsx";
import { SessionsSection } from "./sessions-section.tsx";

/** The person's sessions, and the programs that may act in the person's name. */
export function SessionsAndApps() {
  return (
    <>
      <SessionsSection />
      <ConnectedAppsSection />
    </>
  );
}
