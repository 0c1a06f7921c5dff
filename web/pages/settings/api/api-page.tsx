import { whoMay } from "../../../../shared/domain/access.ts";
import { useUser } from "../../../api/account.ts";
import { useCan } from "../../../components/may.tsx";
import { Page } from "../../../components/page.tsx";
import { ConnectedAppsSection } from "./connected-apps-section.tsx";
import { KeysSection } from "./keys-section.tsx";

export default function ApiPage() {
  const may = useCan();
  const { data: user } = useUser();
  return (
    <Page title="API Access" description="How programs and coding agents read this workspace">
      <div className="flex max-w-3xl flex-col gap-14">
        {user && !may("read", "api-keys") ? (
          <p className="text-soft">{whoMay("read", "api-keys")}</p>
        ) : (
          user && (
            <>
              <KeysSection />
              <ConnectedAppsSection ofEverybody />
            </>
          )
        )}
      </div>
    </Page>
  );
}
