import { UserRound } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { AssignableItem } from "../../api/inbox.ts";
import { useCan } from "../../components/permissions.tsx";
import { formatDay } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";

const AssignDialog = lazy(() => import("./assign-dialog.tsx"));

/** The due day has passed in the reader's time zone. */
const isLate = (dueOn: string) => new Date(`${dueOn}T23:59:59`).getTime() < Date.now();

/** The assignee and the due date of an item. */
export function AssignmentLine({ item }: { item: AssignableItem }) {
  const mayDecide = useCan()("change", "inbox");
  const [isOpen, setOpen] = useState(false);
  const { assignee = null, dueOn = null } = item.assignment ?? {};
  const words = [
    ...(assignee ? [`For ${assignee.name}`] : []),
    ...(dueOn ? [`${isLate(dueOn) ? "was due" : "due"} ${formatDay(`${dueOn}T12:00:00`)}`] : []),
  ].join(", ");
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-13 text-soft sm:ml-2">
      {words && <span className={dueOn && isLate(dueOn) ? "text-wrong" : undefined}>{words}</span>}
      {mayDecide && (
        <Button
          size="small"
          look="quiet"
          data-assign
          aria-keyshortcuts="s"
          aria-label={`Assign “${item.article.title}”`}
          onClick={() => setOpen(true)}
        >
          <UserRound className="size-4" aria-hidden="true" />
          {words ? "Change" : "Assign"}
        </Button>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <AssignDialog items={[item]} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
