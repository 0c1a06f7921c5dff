import { useMonitoringMode } from "../../components/monitoring-mode.tsx";
import { Section } from "../../components/section.tsx";

export function MonitoringMode() {
  const { isAutomatic, nextCheck, modeSwitch } = useMonitoringMode();
  return (
    <Section title="Monitoring Mode" action={modeSwitch}>
      <p className="max-w-[70ch] pt-3 text-soft">
        {isAutomatic
          ? `Each active channel is checked at its own frequency. ${nextCheck}`
          : "No channel is watched: each is read when you press Analyze on Collaboration Tools. Turn this on to have each active channel checked at its own frequency."}
      </p>
    </Section>
  );
}
