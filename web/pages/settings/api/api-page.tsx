import { explainWhoMay } from "../../../../shared/domain/access.ts";
import { useUser } from "../../../api/account.ts";
import { useApiKeys } from "../../../api/api-keys.ts";
import { useConnectedApps } from "../../../api/connected-apps.ts";
import { Page } from "../../../components/page.tsx";
import { useCan } from "../../../components/permissions.tsx";
import { useAllLoaded } from "../../../ui/query-view.tsx";
import { ConnectedAppsSection } from "./connected-apps-section.tsx";
import { KeysSection } from "./keys-section.tsx";

export default function ApiPage() {
  const may = useCan();
  const { data: user } = useUser();
  return (
    <Page title="API Access" description="How programs and coding agents read this workspace">
      {user && !may("read", "api-keys") ? (
        <p className="text-soft">{explainWhoMay("read", "api-keys")}</p>
      ) : (
        user && <KeysAndApps />
      )}
    </Page>
  );
}

/** Shown together, because keys that load later would move the apps down. */
function KeysAndApps() {
  const isThere = useAllLoaded([useApiKeys(), useConnectedApps()]);
  if (!isThere) return <div className="late skeleton h-96" />;
  return (
    <div className="flex max-w-3xl flex-col gap-14">
      <KeysSection />
      <ConnectedAppsSection ofEverybody />
    </div>
  );
}
