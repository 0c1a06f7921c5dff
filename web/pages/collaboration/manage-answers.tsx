import type { CollaborationChannel } from "../../../shared/contract/channels.ts";
import { useSwitchAnswers } from "../../api/collaboration-channels.ts";
import { useCan } from "../../components/may.tsx";
import { showToast } from "../../lib/toast-store.ts";
import { Switch } from "../../ui/switch.tsx";
import { serverSays } from "./server-says.ts";

/** Whether questions that nobody answers are answered without our being asked: for owners and admins, who see it alone. */
export function ManageAnswers({ channel }: { channel: CollaborationChannel }) {
  const { id, channelName, answers } = channel;
  const may = useCan();
  const { mutate, isPending, variables } = useSwitchAnswers();
  if (!may("change", "integrations")) return null;
  const choose = (isOn: boolean) =>
    mutate(
      { id, isOn },
      {
        onError: (error) =>
          showToast({
            title: "Error",
            text: serverSays(error, "Failed to change when questions are answered"),
            tone: "destructive",
          }),
      },
    );
  return (
    <div className="mt-2 flex items-start gap-3">
      <Switch
        checked={isPending ? variables.isOn : answers.isOn}
        label={`Answer in ${channelName} without being asked`}
        disabled={answers.cannot !== null && !answers.isOn}
        onChange={choose}
      />
      <p className="text-13 text-soft">
        Answer a question that nobody has answered for five minutes, once in its thread, and only where an article very
        likely answers it. Who asks Lorekeep by name is answered in any case.
        {answers.cannot && <span className="block">{answers.cannot}</span>}
      </p>
    </div>
  );
}
