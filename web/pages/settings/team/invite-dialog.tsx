import type { UseFormRegisterReturn } from "react-hook-form";
import type { InvitationOutcome } from "../../../../shared/contract/invitations.ts";
import { MEMBERSHIP_EXPLANATIONS, type Membership } from "../../../../shared/domain/access.ts";
import { isEmail, MAX_INVITED_AT_ONCE, MAX_WELCOME_CHARACTERS } from "../../../../shared/domain/people.ts";
import { useInvite } from "../../../api/invitations.ts";
import { useContractForm } from "../../../components/use-contract-form.ts";
import { formatItems } from "../../../lib/format.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Field } from "../../../ui/field.tsx";
import { Modal } from "../../../ui/modal.tsx";
import { getExplanation, listAssignableRoles, RoleSelect } from "./roles.tsx";

const OUTCOMES: Record<InvitationOutcome["outcome"], string> = {
  invited: "Invited",
  "invited-already": "Already invited. Send it again from the list below.",
  member: "Already in this workspace.",
  directory: "This person is managed by your company’s directory. Activate them there.",
  "not-an-address": "This is not an email address.",
  "too-many": "The daily limit of invitations is reached. Try again tomorrow.",
};

/**
 * Splits the text at commas, semicolons and line ends. From 'Ada <ada@acme.com>' it takes the address. `wrong`: the
 * entries without an address.
 */
export function parseAddresses(text: string): { emails: string[]; wrong: string[] } {
  const found = text.split(/[,;\n]+/).flatMap((entry) => {
    const words = entry.split(/\s+/).map((word) => word.replace(/^<|>$/g, "").toLowerCase());
    const addresses = words.filter((word) => word.includes("@"));
    return addresses.length > 0 ? addresses : entry.trim() || [];
  });
  const each = [...new Set(found)];
  return { emails: each.filter(isEmail), wrong: each.filter((one) => !isEmail(one)) };
}

const NAMED = 5;

/** Names each wrong entry with the reason. */
function problemWith(wrong: string[]): string | undefined {
  if (wrong.length === 0) return undefined;
  const named = wrong
    .slice(0, NAMED)
    .map((one) => `‘${one}’ ${one.includes("@") ? "is not a whole email address" : "has no @"}`);
  const others = wrong.length > NAMED ? ` And ${wrong.length - NAMED} more.` : "";
  return `Nobody was invited: ${named.join(", ")}.${others} Correct or remove what is wrong.`;
}

interface InviteDialogProps {
  open: boolean;
  onClose: () => void;
  viewer: Membership;
}

export function InviteDialog({ open, onClose, viewer }: InviteDialogProps) {
  return (
    <Modal
      open={open}
      onClose={onClose}
      labelledBy="invite-title"
      closesOutside={false}
      className="m-auto w-[calc(100%-2rem)] max-w-lg rounded-box border border-rule bg-raised p-6 shadow-lift"
    >
      <h2 id="invite-title" className="font-serif text-24">
        Invite people
      </h2>
      <InviteForm onClose={onClose} viewer={viewer} />
    </Modal>
  );
}

function InviteForm({ onClose, viewer }: Omit<InviteDialogProps, "open">) {
  const inviting = useInvite();
  const form = useContractForm(inviting, {
    values: { addresses: "", membership: "viewer" as Membership, words: "" },
    toBody: ({ addresses, membership, words }) => ({
      emails: parseAddresses(addresses).emails,
      membership,
      ...(words.trim() && { words: words.trim() }),
    }),
  });
  const { membership } = form.values;
  const { emails, wrong } = parseAddresses(form.values.addresses);
  const isTooMany = emails.length > MAX_INVITED_AT_ONCE;
  if (inviting.data) return <Results results={inviting.data.results} onClose={onClose} onMore={inviting.reset} />;
  const refused = form.failure ? getExplanation(form.failure) : undefined;
  const problem = isTooMany ? `At most ${MAX_INVITED_AT_ONCE} at once.` : (form.errorOf("addresses") ?? refused);
  return (
    <form noValidate onSubmit={form.submit} className="mt-4 flex flex-col gap-4">
      <Field label="Email addresses" required help="Several at once, with commas or each on a line." error={problem}>
        {(control) => (
          <textarea
            {...control}
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog was opened to write here
            autoFocus
            rows={3}
            className="field-box"
            placeholder="grace@acme.com, alan@acme.com"
            {...form.register("addresses", { validate: (text) => problemWith(parseAddresses(text).wrong) })}
          />
        )}
      </Field>
      <Field label="Role" help={MEMBERSHIP_EXPLANATIONS[membership]}>
        {({ id }) => (
          <RoleSelect
            id={id}
            roles={listAssignableRoles(viewer)}
            value={membership}
            onChange={(role) => form.change("membership", role)}
          />
        )}
      </Field>
      <WelcomeField registered={form.register("words")} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          type="submit"
          disabled={emails.length + wrong.length === 0 || isTooMany || form.isSaving}
        >
          {form.isSaving ? "Inviting..." : inviteLabel(emails.length)}
        </Button>
      </div>
    </form>
  );
}

function WelcomeField({ registered }: { registered: UseFormRegisterReturn }) {
  return (
    <Field label="Welcome message" help="Optional. It is included in the email.">
      {(control) => (
        <textarea {...control} rows={2} className="field-box" maxLength={MAX_WELCOME_CHARACTERS} {...registered} />
      )}
    </Field>
  );
}

const inviteLabel = (people: number) => (people > 1 ? `Invite ${formatItems(people, "person", "people")}` : "Invite");

interface ResultsProps {
  results: InvitationOutcome[];
  onClose: () => void;
  onMore: () => void;
}

function Results({ results, onClose, onMore }: ResultsProps) {
  return (
    <div aria-live="polite">
      <ul aria-label="Result for each address" className="mt-4 max-h-[50vh] divide-y divide-rule overflow-y-auto">
        {results.map(({ email, outcome, link }) => (
          <li key={email} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
            <span className="min-w-0 font-medium break-words">{email}</span>
            {link ? (
              <CopyButton text={link} label="Copy Link" />
            ) : (
              <span className={outcome === "invited" ? "text-done" : "text-soft"}>{OUTCOMES[outcome]}</span>
            )}
          </li>
        ))}
      </ul>
      {results.some(({ link }) => link) && (
        <p className="mt-3 text-13 text-soft">
          This installation cannot send email. Copy each link now and pass it on: it is shown only once.
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onMore}>Invite More</Button>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
