import { Check, CircleAlert, Clock, type LucideIcon, Minus } from "lucide-react";
import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { findChatManifest } from "../../lib/chat-platforms.ts";
import { formatDay, formatTime } from "../../lib/format.ts";

type Proof = NonNullable<CollaborationIntegration["proofs"]>[number];

const LOOKS: Record<Proof["state"], { icon: LucideIcon; color: string }> = {
  proven: { icon: Check, color: "text-soft" },
  refused: { icon: CircleAlert, color: "text-wrong" },
  waiting: { icon: Clock, color: "text-busy" },
  unknown: { icon: Clock, color: "text-busy" },
  unused: { icon: Minus, color: "text-faint" },
};

/** The verification state of each credential: it works, it is wrong, or the check waits for something. */
export function CredentialProofs({
  integration: { name, platform, proofs = [] },
}: {
  integration: CollaborationIntegration;
}) {
  if (proofs.length === 0) return null;
  const labelOf = (key: string) => findChatManifest(platform)?.fields.find((field) => field.key === key)?.label ?? key;
  return (
    <ul aria-label={`Credentials of ${name}`} className="mt-1 flex flex-col gap-0.5 text-13">
      {proofs.map((proof) => {
        const { icon: Icon, color } = LOOKS[proof.state];
        return (
          <li key={proof.field} className={`flex items-start gap-1.5 ${color}`} title={proof.text}>
            <Icon className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
            <span className="[overflow-wrap:anywhere]">
              {labelOf(proof.field)}: {wordsOf(proof)}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function wordsOf({ state, text, at }: Proof): string {
  if (state !== "proven" || at === null) return text;
  const isToday = formatDay(at) === formatDay(new Date().toISOString());
  return `works (checked ${isToday ? formatTime(at) : formatDay(at)})`;
}
