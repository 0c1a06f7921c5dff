import type { CollaborationChannel } from "../../../shared/contract/channels.ts";
import { useSwitchQuestions } from "../../api/collaboration-channels.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Switch } from "../../ui/switch.tsx";
import { serverSays } from "./server-says.ts";

/** Whether the person who gave an answer is asked in its thread. What was switched on can be switched off in any case. */
export function ManageQuestions({ channel }: { channel: CollaborationChannel }) {
  const { id, channelName, questions } = channel;
  const { mutate, isPending, variables } = useSwitchQuestions();
  const isOn = isPending ? variables.isOn : questions.isOn;
  const choose = (wanted: boolean) =>
    mutate(
      { id, isOn: wanted },
      {
        onError: (error) =>
          showToast({
            title: "Error",
            text: serverSays(error, "Failed to change whether people are asked"),
            tone: "destructive",
          }),
      },
    );
  return (
    <div className="mt-2 flex items-start gap-3">
      <Switch
        checked={isOn}
        label={`Ask in threads of ${channelName}`}
        disabled={questions.cannot !== null && !questions.isOn}
        onChange={choose}
      />
      <p className="text-13 text-soft">
        Ask whoever gave the answer, once in its thread: Publish, Fix or Not knowledge.
        {questions.cannot && <span className="block">{questions.cannot}</span>}
      </p>
    </div>
  );
}
