import { useSetChannelMonitoring } from "../../api/collaboration-channels.ts";
import { showToast } from "../../lib/toast-store.ts";
import { getRefusalText } from "./refusal-text.ts";

/** Switches the monitoring of a channel, and offers to undo switching it off. */
export function useToggleChannelMonitoring(): (id: string, isActive: boolean) => void {
  const switching = useSetChannelMonitoring();
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
