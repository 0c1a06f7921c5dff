import { getChatAbilities } from "../../../connectors/chat-manifests.ts";
import type { CollaborationChannel } from "../../../shared/contract/channels.ts";
import { useToggleAuthorQuestions } from "../../api/collaboration-channels.ts";
import { showToast } from "../../lib/toast-store.ts";
import { ChannelOption } from "./channel-option.tsx";
import { getRefusalText } from "./refusal-text.ts";

const IN_THREAD =
  "When an article is written from a thread, Lorekeep asks whoever gave the answer, once in its thread: Publish, Fix or Not knowledge.";
const IN_PRODUCT =
  "Lorekeep can only read in this chat. Whoever gave the answer is asked by a notification here and by email, if their address is that of a member.";

/** The switch for asking the authors of answers in their threads. Switching off is always possible. */
export function QuestionsSwitch({ channel }: { channel: CollaborationChannel }) {
  const { id, channelName, platform, questions } = channel;
  const { mutate, isPending, variables } = useToggleAuthorQuestions();
  const isOn = isPending ? variables.isOn : questions.isOn;
  const choose = (wanted: boolean) =>
    mutate(
      { id, isOn: wanted },
      {
        onError: (error) =>
          showToast({
            title: "Error",
            text: getRefusalText(error, "Failed to change whether people are asked"),
            tone: "destructive",
          }),
      },
    );
  return (
    <ChannelOption
      name="Ask whether the article is right"
      label={`Ask in threads of ${channelName}`}
      text={getChatAbilities(platform).questions ? IN_THREAD : IN_PRODUCT}
      isOn={isOn}
      cannot={questions.cannot}
      onChange={choose}
    />
  );
}
