import { type ReactNode, useId } from "react";
import { APPROVALS_TO_TRUST } from "../../../shared/domain/inbox.ts";
import { useReviewSettings } from "../../api/inbox.ts";
import { PermittedForm } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { formatItems } from "../../lib/format.ts";
import { QueryView } from "../../ui/query-view.tsx";
import { Switch } from "../../ui/switch.tsx";
import { ReviewChoice } from "./review-choice.tsx";
import { useChooseReview } from "./verified-edits.tsx";

const COUNTS = Array.from(
  { length: APPROVALS_TO_TRUST.max - APPROVALS_TO_TRUST.min + 1 },
  (_, index) => APPROVALS_TO_TRUST.min + index,
);

/** Settings for which changes need a review before publishing. Each switch saves at once. */
export function ReviewSettings() {
  const choose = useChooseReview("It holds for new articles.");
  return (
    <Section title="Review Before Publishing">
      <PermittedForm change="review-rules">
        <QueryView query={useReviewSettings()} loading={<div className="late skeleton mt-4 h-24" />}>
          {(review) => (
            <ul className="divide-y divide-rule">
              <ReviewChoice
                acceptedRisk={review.acceptedRisk}
                onChange={(acceptedRisk) => choose({ ...review, acceptedRisk })}
              />
              <Choice
                label="Review the first articles of a new channel"
                checked={review.reviewNewChannels}
                onChange={(reviewNewChannels) => choose({ ...review, reviewNewChannels })}
              >
                They wait in the inbox until somebody approves them. Off: new channels are treated like all others.
                {review.reviewNewChannels && (
                  <Trust
                    value={review.approvalsToTrust}
                    onChange={(approvalsToTrust) => choose({ ...review, approvalsToTrust })}
                  />
                )}
              </Choice>
              <Choice
                label="Accept additions without asking"
                checked={review.autoAcceptProposals}
                onChange={(autoAcceptProposals) => choose({ ...review, autoAcceptProposals })}
              >
                A proposed change that only adds to an article is made at once. A change that removes something still
                waits.
              </Choice>
            </ul>
          )}
        </QueryView>
      </PermittedForm>
    </Section>
  );
}

interface ChoiceProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
}

function Choice({ label, checked, onChange, children }: ChoiceProps) {
  const id = useId();
  return (
    <li className="flex items-start justify-between gap-6 py-4">
      <div className="max-w-[70ch]">
        <label htmlFor={id} className="cursor-pointer font-medium" aria-hidden="true">
          {label}
        </label>
        <div className="mt-0.5 text-soft">{children}</div>
      </div>
      <Switch id={id} label={label} checked={checked} onChange={onChange} />
    </li>
  );
}

function Trust({ value, onChange }: { value: number; onChange: (value: number) => void }) {
  const id = useId();
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <label htmlFor={id}>A channel is trusted after</label>
      <select
        id={id}
        className="field-box w-auto!"
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {COUNTS.map((count) => (
          <option key={count} value={count}>
            {formatItems(count, "approval")}
          </option>
        ))}
      </select>
    </div>
  );
}
