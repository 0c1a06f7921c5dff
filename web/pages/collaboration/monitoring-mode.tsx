import { useChooseMonitoring, useMonitoring } from "../../api/settings.ts";
import { Section } from "../../components/section.tsx";
import { formatMinute } from "../../lib/format.ts";
import { Switch } from "../../ui/switch.tsx";
import { showToast } from "../../ui/toast-store.ts";

/** On demand, or each channel at its own frequency: the same switch as on the dashboard. */
export function MonitoringMode() {
  const { data: monitoring } = useMonitoring();
  const choice = useChooseMonitoring();
  const isAutomatic = monitoring?.mode === "automatic";
  const choose = (automatic: boolean) =>
    choice.mutate(automatic ? "automatic" : "manual", {
      onSuccess: () => {
        if (automatic) return;
        showToast({
          title: "Automatic monitoring is off",
          text: "Channels are checked on demand only.",
          action: { label: "Undo", run: () => choose(true) },
        });
      },
      onError: () =>
        showToast({ title: "Error", text: "Failed to change the monitoring. Please try again.", tone: "destructive" }),
    });
  return (
    <Section
      title="Monitoring Mode"
      action={
        <div className="flex items-center gap-2.5 text-13 text-soft">
          <span aria-hidden="true">{isAutomatic ? "Automatic" : "Manual"}</span>
          <Switch
            label="Automatic monitoring"
            checked={isAutomatic}
            disabled={!monitoring || choice.isPending}
            onChange={choose}
          />
        </div>
      }
    >
      <p className="max-w-[70ch] pt-3 text-soft">
        {isAutomatic
          ? `Each active channel is checked at its own frequency. ${whenNext(monitoring.nextCheck)}`
          : "Channels are checked on demand only, with Analyze on Collaboration Tools. Switch this on to have each active channel checked at its own frequency."}
      </p>
    </Section>
  );
}

function whenNext(nextCheck: string | null): string {
  if (nextCheck === null) return "There is no active channel to check yet.";
  if (Date.parse(nextCheck) <= Date.now()) return "The next check starts in a moment.";
  return `Next check: ${formatMinute(nextCheck)}.`;
}
