import type { SingleSignOn } from "../../../../shared/contract/single-sign-on.ts";
import { explainWhoMay } from "../../../../shared/domain/access.ts";
import { useUser } from "../../../api/account.ts";
import { useSingleSignOn } from "../../../api/single-sign-on.ts";
import { Page } from "../../../components/page.tsx";
import { useCan } from "../../../components/permissions.tsx";
import { Section } from "../../../components/section.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { QueryView } from "../../../ui/query-view.tsx";
import { MailDomains } from "../team/mail-domains.tsx";
import { ActiveProvider } from "./active-provider.tsx";
import { ProviderForm } from "./provider-form.tsx";
import { TestAndActivate } from "./test-and-activate.tsx";

export default function SingleSignOnPage() {
  const may = useCan();
  const { data: user } = useUser();
  return (
    <Page title="Single Sign-On" description="People sign in at your company’s own identity provider">
      {user && !may("read", "provisioning") ? (
        <p className="text-soft">{explainWhoMay("read", "provisioning")}</p>
      ) : (
        user && <Settings membership={user.membership} />
      )}
    </Page>
  );
}

function Settings({ membership }: { membership: Parameters<typeof MailDomains>[0]["viewer"] }) {
  const settings = useSingleSignOn();
  return (
    <QueryView query={settings} loading={<div className="late skeleton h-64 max-w-3xl" />}>
      {(read) =>
        read.refusal ? (
          <p className="max-w-[60ch] text-soft">{read.refusal}</p>
        ) : (
          <div className="flex max-w-3xl flex-col gap-10">
            {read.active && <ActiveProvider active={read.active} settings={read} />}
            <Section title={read.active ? "Change the Identity Provider" : "Identity Provider"}>
              <ProviderForm key={(read.draft ?? read.active)?.id} settings={read} />
              {read.draft && <TestAndActivate draft={read.draft} isOwner={membership === "owner"} />}
            </Section>
            <DomainsThatSignOn settings={read} />
            <MailDomains viewer={membership} />
          </div>
        )
      }
    </QueryView>
  );
}

/** Lists the domains that use the provider, and the reason why the others do not. */
function DomainsThatSignOn({ settings: { domains, active } }: { settings: SingleSignOn }) {
  if (!active) return null;
  return (
    <Section title="Who Signs In Here">
      <p className="max-w-[65ch] pt-4 text-pretty text-soft">
        People with a verified address at these domains become members the first time they come. Somebody at any other
        domain is refused.
      </p>
      {domains.length === 0 && <p className="pt-4">Add and verify a mail domain below. Until then nobody is let in.</p>}
      <ul aria-label="Domains that sign in here" className="divide-y divide-rule">
        {domains.map(({ domain, isProven, signsOn }) => (
          <li key={domain} className="flex flex-wrap items-center gap-2.5 py-3">
            <span className="min-w-0 font-medium break-all">{domain}</span>
            {isProven && signsOn && <Badge tone="done">Signs in here</Badge>}
            {isProven && !signsOn && <Badge tone="busy">Another workspace signs in this domain</Badge>}
            {!isProven && (
              <Badge tone="wrong">{signsOn ? "No longer verified: nobody new is let in" : "Not verified"}</Badge>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
