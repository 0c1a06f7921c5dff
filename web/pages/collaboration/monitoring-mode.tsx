import { useMonitoringMode } from "../../components/monitoring-mode.tsx";
import { Section } from "../../components/section.tsx";

export function MonitoringMode() {
  const { isAutomatic, nextCheck, modeSwitch } = useMonitoringMode();
  return (
    <Section title="Monitoring Mode" action={modeSwitch}>
      <p className="max-w-[70ch] pt-3 text-soft">
        {isAutomatic
          ? `Each active channel is checked at its own frequency. ${nextCheck}`
          : "Channels are checked on demand only, with Analyze on Collaboration Tools. Switch this on to have each active channel checked at its own frequency."}
      </p>
    </Section>
  );
}
