import { useSwitchChannel } from "../../api/collaboration-channels.ts";
import { showToast } from "../../lib/toast-store.ts";
import { getRefusalText } from "./server-says.ts";

/** Switches the monitoring of a channel on or off, and offers to take 'off' back. */
export function useWatchChannel(): (id: string, isActive: boolean) => void {
  const switching = useSwitchChannel();
  const choose = (id: string, isActive: boolean) =>
    switching.mutate(
      { id, isActive },
      {
        onSuccess: () =>
          showToast({
            title: "Success",
            text: "Channel monitoring status updated",
            ...(!isActive && { action: { label: "Undo", run: () => choose(id, true) } }),
          }),
        onError: (error) =>
          showToast({
            title: "Error",
            text: getRefusalText(error, "Failed to update channel status"),
            tone: "destructive",
          }),
      },
    );
  return choose;
}
