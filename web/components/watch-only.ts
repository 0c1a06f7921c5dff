import { useSetMonitoringMode } from "../api/settings.ts";

interface MonitoredChannel {
  id: string;
  isActive: boolean;
}

/**
 * Starts automatic monitoring. Of `channels`, only those in `watched` stay on; the others are switched off, also for
 * questions. Returns a function that undoes the change.
 */
export function useWatchOnlyChannels() {
  const { mutateAsync: choose } = useSetMonitoringMode();
  return async (channels: readonly MonitoredChannel[], watched: ReadonlySet<string>) => {
    const changed = channels.filter(({ id, isActive }) => isActive !== watched.has(id)).map(({ id }) => id);
    const on = changed.filter((id) => watched.has(id));
    const off = changed.filter((id) => !watched.has(id));
    await choose({ mode: "automatic", on, off });
    return () => choose({ mode: "manual", on: off, off: on });
  };
}
