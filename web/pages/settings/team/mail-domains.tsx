import type { MailDomain } from "../../../../shared/contract/people.ts";
import type { Membership } from "../../../../shared/domain/access.ts";
import {
  useCheckDomain,
  useClaimDomain,
  useMailDomains,
  useRemoveMailDomain,
  useSendDomainProof,
} from "../../../api/people.ts";
import { Section } from "../../../components/section.tsx";
import { useContractForm } from "../../../components/use-contract-form.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Field } from "../../../ui/field.tsx";
import { QueryView } from "../../../ui/query-view.tsx";
import { NewcomersForm } from "./newcomers.tsx";
import { getExplanation, showTeamFailure } from "./roles.tsx";

/**
 * Lists the mail domains. Provisioning adds only people with these domains, once DNS proves that the company owns them.
 */
export function MailDomains({ viewer }: { viewer: Membership }) {
  const domains = useMailDomains();
  const form = useContractForm(useClaimDomain(), {
    values: { domain: "" },
    toBody: ({ domain }) => domain,
    onSaved: () => form.reset({ domain: "" }),
  });
  return (
    <Section title="Mail Domains">
      <p className="max-w-[65ch] pt-4 text-soft">
        Your directory can add people at these domains, and people may join by them, once a DNS record, or a mail to
        their administrator, proves that they are yours. Records are looked for again each week.
      </p>
      <QueryView query={domains} loading={<div className="late skeleton mt-4 h-16" />}>
        {(known) => (
          <ul aria-label="Mail domains" className="divide-y divide-rule">
            {known.map((one) => (
              <DomainRow key={one.id} domain={one} />
            ))}
          </ul>
        )}
      </QueryView>
      <form noValidate onSubmit={form.submit} className="flex max-w-md items-end gap-3 pt-4">
        <div className="flex-1">
          <Field label="Add a domain" error={form.failure ? getExplanation(form.failure) : undefined}>
            {(control) => (
              <input
                {...control}
                className="field-box"
                placeholder="acme.com"
                maxLength={253}
                {...form.register("domain")}
              />
            )}
          </Field>
        </div>
        <Button type="submit" disabled={form.isSaving || form.values.domain.trim() === ""}>
          Add Domain
        </Button>
      </form>
      <NewcomersForm viewer={viewer} />
    </Section>
  );
}

function DomainRow({ domain: { id, domain, recordName, recordValue, provenAt } }: { domain: MailDomain }) {
  const checking = useCheckDomain();
  const removing = useRemoveMailDomain();
  const check = () =>
    checking.mutate(id, {
      onSuccess: (found) =>
        showToast(
          found.provenAt
            ? { title: "Domain verified", text: `${domain} is this workspace's.` }
            : { title: "Record not found", text: "DNS can take an hour. Try again later.", tone: "destructive" },
        ),
      onError: showTeamFailure("Not checked"),
    });
  return (
    <li className="flex flex-col gap-2 py-4">
      <div className="flex flex-wrap items-center gap-2.5">
        <span className="font-medium">{domain}</span>
        <Badge tone={provenAt ? "done" : "neutral"}>{provenAt ? "Verified" : "Not verified yet"}</Badge>
        <span className="ml-auto flex gap-2">
          <Button size="small" disabled={checking.isPending} onClick={check} aria-label={`Check ${domain}`}>
            {checking.isPending ? "Checking..." : "Check"}
          </Button>
          <Button
            size="small"
            look="quiet"
            disabled={removing.isPending}
            onClick={() => removing.mutate(id, { onError: showTeamFailure("Not removed") })}
            aria-label={`Remove ${domain}`}
          >
            Remove
          </Button>
        </span>
      </div>
      {!provenAt && (
        <div className="flex flex-wrap items-center justify-between gap-3 text-13">
          <p className="min-w-0 break-all">
            TXT record <span className="font-mono">{recordName}</span> with{" "}
            <span className="font-mono">{recordValue}</span>
          </p>
          <CopyButton text={recordValue} label="Copy Value" />
          <ProofByMail id={id} domain={domain} />
        </div>
      )}
    </li>
  );
}

/** A proof without DNS: a person who can read these mailboxes controls the domain. */
function ProofByMail({ id, domain }: { id: string; domain: string }) {
  const mailing = useSendDomainProof();
  const send = (mailbox: "admin" | "postmaster") => {
    const text = `Whoever reads ${mailbox}@${domain} can confirm it within 24 hours.`;
    mailing.mutate(
      { id, mailbox },
      { onSuccess: () => showToast({ title: "Mail sent", text }), onError: showTeamFailure("Not sent") },
    );
  };
  return (
    <p className="flex w-full flex-wrap items-center gap-2 text-soft">
      Or prove it by a mail to
      {(["admin", "postmaster"] as const).map((mailbox) => (
        <Button key={mailbox} size="small" disabled={mailing.isPending} onClick={() => send(mailbox)}>
          {mailbox}@{domain}
        </Button>
      ))}
    </p>
  );
}
