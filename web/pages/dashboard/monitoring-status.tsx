import { Link } from "react-router";
import { TEST_ANALYSIS_MESSAGES } from "../../../shared/domain/detection.ts";
import { useChooseMonitoring, useMonitoring } from "../../api/settings.ts";
import { Section } from "../../components/section.tsx";
import { formatItems, formatMinute } from "../../lib/format.ts";
import { Switch } from "../../ui/switch.tsx";
import { showToast } from "../../ui/toast-store.ts";

export function MonitoringStatus({ activeChannels }: { activeChannels: number }) {
  const { data: monitoring } = useMonitoring();
  const choice = useChooseMonitoring();
  const isAutomatic = monitoring?.mode === "automatic";
  const choose = (automatic: boolean) =>
    choice.mutate(automatic ? "automatic" : "manual", {
      onSuccess: () =>
        !automatic &&
        showToast({
          title: "Automatic monitoring is off",
          text: "Channels are read on demand only.",
          action: { label: "Undo", run: () => choose(true) },
        }),
      onError: () =>
        showToast({ title: "Error", text: "Failed to change the monitoring. Please try again.", tone: "destructive" }),
    });
  return (
    <Section
      title="Monitoring Status"
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
      <p className="pt-3 text-soft">
        {isAutomatic ? (
          `Automatic monitoring is on: each active channel is checked at its own frequency. ${nextCheckText(monitoring.nextCheck)}`
        ) : (
          <>
            Automatic monitoring is currently manual only. Check on demand with the Run Analysis Test button: each check
            reads the last {TEST_ANALYSIS_MESSAGES} messages of a channel.
          </>
        )}
      </p>
      <p className="pt-2">
        <Link to="/channels" className="font-medium text-link">
          {formatItems(activeChannels, "active channel")}
        </Link>
      </p>
    </Section>
  );
}

function nextCheckText(nextCheck: string | null): string {
  if (!nextCheck) return "There is no active channel to check yet.";
  return Date.parse(nextCheck) <= Date.now()
    ? "The next check starts in a moment."
    : `Next check: ${formatMinute(nextCheck)}.`;
}
