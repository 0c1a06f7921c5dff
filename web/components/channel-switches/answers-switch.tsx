import type { CollaborationChannel } from "../../../shared/contract/channels.ts";
import { useToggleAutoAnswers } from "../../api/collaboration-channels.ts";
import { showToast } from "../../lib/toast-store.ts";
import { useCan } from "../permissions.tsx";
import { ChannelOption } from "./channel-option.tsx";
import { getRefusalText } from "./refusal-text.ts";

/**
 * The switch for answering questions that nobody answers and that do not mention the app. Only owners and admins see
 * it.
 */
export function AnswersSwitch({ channel }: { channel: CollaborationChannel }) {
  const { id, channelName, answers } = channel;
  const may = useCan();
  const { mutate, isPending, variables } = useToggleAutoAnswers();
  if (!may("change", "integrations")) return null;
  const choose = (isOn: boolean) =>
    mutate(
      { id, isOn },
      {
        onError: (error) =>
          showToast({
            title: "Error",
            text: getRefusalText(error, "Failed to change when questions are answered"),
            tone: "destructive",
          }),
      },
    );
  return (
    <ChannelOption
      name="Answer without being asked"
      label={`Answer in ${channelName} without being asked`}
      text="When a question has had no reply for five minutes, Lorekeep replies once in its thread, and only if an article or a page of your wiki very likely answers it. When people answer with what such a page says, Lorekeep names the page there once, so that others find it. Questions that mention Lorekeep are always answered."
      isOn={isPending ? variables.isOn : answers.isOn}
      cannot={answers.cannot}
      onChange={choose}
    />
  );
}
