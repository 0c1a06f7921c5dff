import { useState } from "react";
import type { AvailableChannel } from "../../../shared/contract/channels.ts";
import type { ChannelMonitoringRule, CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { useSetChannelRule } from "../../api/collaboration-integrations.ts";
import { formatItems } from "../../lib/format.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";

const RULES: { rule: ChannelMonitoringRule; label: string; help: string }[] = [
  { rule: "chosen", label: "Only channels that somebody adds", help: "Each is chosen in the list above." },
  {
    rule: "invited",
    label: "Also each channel the bot is invited to",
    help: "Type /invite in the channel: it is added some minutes later.",
  },
  {
    rule: "public",
    label: "Also every public channel",
    help: "New ones too, some minutes after they are made. The bot joins them by itself.",
  },
];

interface ChannelRuleProps {
  integration: CollaborationIntegration;
  /** Offered channels that are not monitored. */
  open: AvailableChannel[];
}

/** Chooses the channels that are added automatically. */
export function ChannelRuleForm({ integration, open }: ChannelRuleProps) {
  const saved = integration.channelRule?.rule ?? "chosen";
  const [rule, setRule] = useState<ChannelMonitoringRule>(saved);
  const saving = useSetChannelRule();
  const addsNow = open.filter((channel) => isAskedFor(rule, channel)).length;

  const save = (wanted: ChannelMonitoringRule, before: ChannelMonitoringRule | null) =>
    saving.mutate(
      { id: integration.id, rule: wanted },
      {
        onSuccess: () =>
          showToast({
            title: "Rule saved",
            text:
              wanted === "chosen"
                ? "No more channels are added by themselves. Those that were added stay."
                : "The first channels are added within a minute.",
            ...(before && {
              action: {
                label: "Undo",
                run: () => {
                  setRule(before);
                  save(before, null);
                },
              },
            }),
          }),
        onError: () =>
          showToast({ title: "Error", text: "The rule could not be saved. Please try again.", tone: "destructive" }),
      },
    );

  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-2 text-13 text-soft">
        Channels of {integration.name} that are monitored. Channels shared with another company are never added by a
        rule, nor those that somebody removed.
      </legend>
      {RULES.map((one) => (
        <RuleChoice key={one.rule} {...one} group={integration.id} isChosen={rule === one.rule} onChoose={setRule} />
      ))}
      <div>
        <Button size="small" disabled={rule === saved || saving.isPending} onClick={() => save(rule, saved)}>
          {rule !== saved && addsNow > 0 ? `Save Rule and Add ${formatItems(addsNow, "Channel")}` : "Save Rule"}
        </Button>
      </div>
    </fieldset>
  );
}

interface RuleChoiceProps {
  rule: ChannelMonitoringRule;
  label: string;
  help: string;
  group: string;
  isChosen: boolean;
  onChoose: (rule: ChannelMonitoringRule) => void;
}

function RuleChoice({ rule, label, help, group, isChosen, onChoose }: RuleChoiceProps) {
  return (
    <label className="grid cursor-pointer grid-cols-[auto_1fr] gap-x-3">
      <input
        type="radio"
        name={`rule-${group}`}
        className="mt-1 size-4 accent-accent"
        checked={isChosen}
        onChange={() => onChoose(rule)}
      />
      <span>{label}</span>
      <span className="col-start-2 text-13 text-faint">{help}</span>
    </label>
  );
}

const isAskedFor = (rule: ChannelMonitoringRule, { isArchived, isShared, isMember, isPrivate }: AvailableChannel) =>
  rule !== "chosen" && !isArchived && !isShared && (isMember || (rule === "public" && !isPrivate));
