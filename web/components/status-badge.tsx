import { CircleCheck, CircleDashed, CircleHelp, CircleX, type LucideIcon } from "lucide-react";
import { Badge, type BadgeTone } from "../ui/badge.tsx";

const STATUSES: Record<string, { tone: BadgeTone; label: string; Icon: LucideIcon }> = {
  published: { tone: "done", label: "Published", Icon: CircleCheck },
  processing: { tone: "busy", label: "Processing", Icon: CircleDashed },
  failed: { tone: "wrong", label: "Failed", Icon: CircleX },
};

/** The state of an article; a state we do not know is shown as it is, in neutral. */
export function StatusBadge({ status }: { status: string }) {
  const { tone, label, Icon } = STATUSES[status] ?? { tone: "neutral" as const, label: status, Icon: CircleHelp };
  return (
    <Badge tone={tone}>
      <Icon className="size-3.5" aria-hidden="true" />
      {label}
    </Badge>
  );
}
