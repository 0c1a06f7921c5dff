import { AlarmClock } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { type AssignableItem, useSnoozeItems } from "../../api/inbox.ts";
import { useCan } from "../../components/permissions.tsx";
import { formatDay } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";

const SnoozeDialog = lazy(() => import("./snooze-dialog.tsx"));

interface SnoozeButtonProps {
  items: readonly AssignableItem[];
  look?: "quiet" | "plain";
  onSnoozed?: (() => void) | undefined;
}

/** Snoozes items until a day. */
export function SnoozeButton({ items, look = "quiet", onSnoozed }: SnoozeButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [first] = items;
  return (
    <>
      <Button
        size="small"
        look={look}
        data-snooze
        aria-keyshortcuts="h"
        aria-label={items.length === 1 ? `Snooze “${first?.article.title}”` : undefined}
        onClick={() => setOpen(true)}
      >
        <AlarmClock className="size-4" aria-hidden="true" />
        Snooze
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <SnoozeDialog
            items={items}
            onClose={() => setOpen(false)}
            onSnoozed={() => {
              setOpen(false);
              onSnoozed?.();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** Shows until when an item is snoozed, with a button to end it; otherwise a button to snooze it. */
export function SnoozeLine({ item, onSnoozed }: { item: AssignableItem; onSnoozed?: () => void }) {
  const snoozing = useSnoozeItems();
  if (!useCan()("change", "inbox")) return null;
  if (!item.snoozedUntil) return <SnoozeButton items={[item]} onSnoozed={onSnoozed} />;
  return (
    <span className="flex flex-wrap items-center gap-x-2 text-13 text-soft">
      Snoozed until {formatDay(item.snoozedUntil)}
      <Button
        size="small"
        look="quiet"
        disabled={snoozing.isPending}
        onClick={() => snoozing.mutate({ ids: [item.id], until: null })}
      >
        Bring back now
      </Button>
    </span>
  );
}
