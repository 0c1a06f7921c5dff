import { useMonitoringMode } from "../../components/monitoring-mode.tsx";

/** Whether new messages are read without anybody asking for it, above the list of channels. */
export function Watching() {
  const { isAutomatic, nextCheck, modeSwitch } = useMonitoringMode();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-rule py-3">
      <p className="min-w-0 flex-1 basis-64 text-pretty text-soft">
        {isAutomatic
          ? `Active channels are watched. ${nextCheck}`
          : "Automatic monitoring is off: a channel is read when you press Analyze."}
      </p>
      {modeSwitch}
    </div>
  );
}
