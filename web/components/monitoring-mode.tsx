import { lazy, type ReactNode, Suspense, useState } from "react";
import { useMonitoring, useSetMonitoringMode } from "../api/settings.ts";
import { formatDateTime } from "../lib/format.ts";
import { showToast } from "../lib/toast-store.ts";
import { Button } from "../ui/button.tsx";
import { Switch } from "../ui/switch.tsx";
import { useCan } from "./permissions.tsx";

const WatchDialog = lazy(() => import("./watch-dialog.tsx"));

interface MonitoringMode {
  isAutomatic: boolean;
  /** One sentence about the next channel check. */
  nextCheck: string;
  /** The button 'Turn on' during manual monitoring, for people who may change the mode; otherwise the switch. */
  modeSwitch: ReactNode;
}

/** The control by which people switch between manual and automatic monitoring. */
export function useMonitoringMode(): MonitoringMode {
  const { data: monitoring } = useMonitoring();
  const mayChoose = useCan()("change", "settings");
  const choice = useSetMonitoringMode();
  const [isAsking, setAsking] = useState(false);
  const isAutomatic = monitoring?.mode === "automatic";
  const choose = (automatic: boolean) =>
    choice.mutate(
      { mode: automatic ? "automatic" : "manual" },
      {
        onSuccess: () => {
          if (automatic) return;
          showToast({
            title: "Automatic monitoring is off",
            text: "Channels are read when you press Analyze.",
            action: { label: "Undo", run: () => choose(true) },
          });
        },
        onError: () => showToast({ title: "Not changed", text: "Please try again.", tone: "destructive" }),
      },
    );
  const modeSwitch = isAutomatic ? (
    <Switch label="Automatic monitoring" checked disabled={choice.isPending || !mayChoose} onChange={choose} />
  ) : (
    mayChoose && (
      <>
        <Button
          size="small"
          aria-label="Turn on automatic monitoring"
          disabled={!monitoring}
          onClick={() => setAsking(true)}
        >
          Turn on
        </Button>
        {isAsking && (
          <Suspense>
            <WatchDialog onClose={() => setAsking(false)} />
          </Suspense>
        )}
      </>
    )
  );
  return { isAutomatic, nextCheck: whenNext(monitoring?.nextCheck ?? null), modeSwitch };
}

function whenNext(nextCheck: string | null): string {
  if (nextCheck === null) return "No channel is active yet.";
  if (Date.parse(nextCheck) <= Date.now()) return "The next check starts in a moment.";
  return `Next check: ${formatDateTime(nextCheck)}.`;
}
