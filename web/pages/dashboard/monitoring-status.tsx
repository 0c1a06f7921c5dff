import { Link } from "react-router";
import { TEST_ANALYSIS_MESSAGES } from "../../../shared/domain/detection.ts";
import { useMonitoringMode } from "../../components/monitoring-mode.tsx";
import { Section } from "../../components/section.tsx";
import { formatItems } from "../../lib/format.ts";

export function MonitoringStatus({ activeChannels }: { activeChannels: number }) {
  const { isAutomatic, nextCheck, modeSwitch } = useMonitoringMode();
  return (
    <Section title="Monitoring Status" action={modeSwitch}>
      <p className="pt-3 text-soft">
        {isAutomatic ? (
          `Each watched channel is checked at its own frequency. ${nextCheck}`
        ) : (
          <>
            Automatic monitoring is currently manual only. Check on demand with the Run Analysis Test button: each check
            reads the last {TEST_ANALYSIS_MESSAGES} messages of a channel.
          </>
        )}
      </p>
      <p className="pt-2">
        <Link to="/channels" className="touch font-medium text-link">
          {formatItems(activeChannels, "active channel")}
        </Link>
      </p>
    </Section>
  );
}
