import { useSwitchChannel } from "../api/collaboration-channels.ts";
import { useChooseMonitoring } from "../api/settings.ts";

interface Switchable {
  id: string;
  isActive: boolean;
}

/**
 * Starts watching in a workspace that reads on demand. Of `channels` only those in `watched` stay on; the others are switched
 * off, also for questions. A failure restores all of them. Returns a function that undoes the change.
 */
export function useWatchOnly() {
  const { mutateAsync: choose } = useChooseMonitoring();
  const { mutateAsync: change } = useSwitchChannel();
  return async (channels: readonly Switchable[], watched: ReadonlySet<string>) => {
    const others = channels.filter(({ id, isActive }) => isActive !== watched.has(id));
    const putBack = async () => {
      for (const { id, isActive } of others) await change({ id, isActive });
    };
    try {
      // No channel is watched before the mode changes: a failure on the way watches nothing unasked.
      for (const { id } of others) await change({ id, isActive: watched.has(id) });
      await choose("automatic");
    } catch (error) {
      await putBack().catch(() => undefined);
      throw error;
    }
    return async () => {
      await choose("manual");
      await putBack();
    };
  };
}
