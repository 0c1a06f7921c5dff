import type { InboxItem as Item } from "../../../shared/contract/inbox.ts";
import type { InboxChoice } from "../../../shared/domain/inbox.ts";
import { formatChannel } from "../../lib/format.ts";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { ChoiceButton } from "./choice-button.tsx";
import { getChoiceAnswer, getChoiceWords, sortChoices } from "./choices.ts";
import { useWaitReason } from "./decisions.ts";
import {
  findRewrittenSentence,
  listUndecidedSentences,
  useExcludedSentences,
  useRewrittenSentence,
} from "./excluded-sentences.ts";
import { needsTitle } from "./title-form.tsx";

interface ChoicesProps {
  item: Item;
  /** Highlights the first choice, which is the most frequent one. A conflict has none. */
  hasMain?: boolean;
  onChoose: (choice: InboxChoice) => void;
  /** Called for a choice that needs more input than a press. */
  onAsk: (choice: InboxChoice) => void;
}

export function Choices({ item, hasMain = false, onChoose, onAsk }: ChoicesProps) {
  const waiting = useWaitReason(item.id);
  if (waiting) return <output className="text-13 text-busy">{waiting}.</output>;
  return sortChoices(item).map((choice, index) => (
    <Choice
      key={choice}
      item={item}
      choice={choice}
      number={index + 1}
      isMain={hasMain && index === 0 && item.kind !== "conflict"}
      onChoose={(chosen) => (needsMore(item, chosen) ? onAsk : onChoose)(chosen)}
    />
  ));
}

const needsMore = (item: Item, choice: InboxChoice) =>
  choice === "keep-both" ||
  choice === "own-article" ||
  (choice === "approve" && (needsTitle(item) || listUndecidedSentences(item).length > 0));

interface ChoiceProps {
  item: Item;
  choice: InboxChoice;
  number: number;
  isMain: boolean;
  onChoose: (choice: InboxChoice) => void;
}

function Choice({ item, choice, number, isMain, onChoose }: ChoiceProps) {
  const { name } = getChoiceWords(item.kind, choice);
  const left = useExcludedSentences(item);
  useRewrittenSentence(item);
  const count = item.kind === "proposal" && choice !== "decline" ? item.changes.length : 0;
  const taken = count - (item.kind === "proposal" ? item.changes.filter(({ key }) => left.has(key)).length : 0);
  const isPart = choice === "accept" && taken < count;
  const button = (
    <ChoiceButton
      name={isPart ? `${name} ${taken} of ${count}` : name}
      number={number}
      answer={getChoiceAnswer(item, choice)}
      isMain={isMain}
      disabled={(count > 0 && taken === 0) || (choice === "rewrite" && findRewrittenSentence(item) === undefined)}
      onClick={() => onChoose(choice)}
    />
  );
  if (item.kind !== "page-conflict" || choice !== "replace") return button;
  return (
    <ConfirmButton
      title="Use the article’s words on the page?"
      text={`Where people and the article changed the same part of the page in ${item.integrationName}, their words are lost. Everything else they wrote stays.`}
      confirm={name}
      onConfirm={() => onChoose(choice)}
    >
      {button}
    </ConfirmButton>
  );
}

interface WholeChannelCheckboxProps {
  channelName: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function WholeChannelCheckbox({ channelName, isOn, onChange }: WholeChannelCheckboxProps) {
  return (
    <label className="mt-3 flex w-fit cursor-pointer items-center gap-2.5 text-soft pointer-coarse:min-h-11">
      <input
        type="checkbox"
        className="size-4 accent-accent"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      The same for everything from {formatChannel(channelName)}
    </label>
  );
}
