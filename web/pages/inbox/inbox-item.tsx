import { clsx } from "clsx";
import { memo, useId, useState } from "react";
import { Link } from "react-router";
import type { InboxItem as Item } from "../../../shared/contract/inbox.ts";
import type { InboxChoice } from "../../../shared/domain/inbox.ts";
import { May, useCan } from "../../components/may.tsx";
import { Moment } from "../../components/moment.tsx";
import { formatChannel } from "../../lib/format.ts";
import { buttonClass } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { TakeOver } from "../article/take-over.tsx";
import { AssignmentLine } from "./assignment-line.tsx";
import { ChoiceButton } from "./choice-button.tsx";
import { wordsOf } from "./choices.ts";
import { ConditionsForm } from "./conditions-form.tsx";
import type { Decided } from "./decisions.ts";
import { ItemBody } from "./item-body.tsx";
import { useLeft } from "./left-sentences.ts";
import { OwnArticleForm } from "./own-article-form.tsx";

interface InboxItemProps {
  item: Item;
  isSelected: boolean;
  /** Null: the person may not decide. */
  onSelect: ((id: string, isRange: boolean) => void) | null;
  onDecide: (decided: Decided) => void;
}

export const InboxItem = memo(function InboxItem({ item, isSelected, onSelect, onDecide }: InboxItemProps) {
  const id = useId();
  const mayDecide = useCan()("change", "inbox");
  const [wholeChannel, setWholeChannel] = useState(false);
  const [asking, setAsking] = useState<InboxChoice | null>(null);
  const { article } = item;
  const choose = (choice: InboxChoice) => onDecide({ item, choice, ...(item.kind === "held" && { wholeChannel }) });
  return (
    <li>
      <article
        data-item={item.id}
        data-article={article.id}
        aria-labelledby={id}
        tabIndex={-1}
        className={clsx(
          "-mx-3 scroll-my-6 rounded-box px-3 py-5 focus-within:bg-raised focus:outline-2 focus:-outline-offset-2 focus:outline-accent sm:-mx-4 sm:px-4",
          isSelected && "bg-accent-wash focus-within:bg-accent-wash",
        )}
      >
        <div className="flex items-start gap-3">
          {onSelect && <SelectBox item={item} isSelected={isSelected} onSelect={onSelect} />}
          <div className="min-w-0 flex-1">
            <Heading id={id} item={item} />
            <p className="mt-1 max-w-[75ch] wrap-anywhere text-soft">{item.reason}</p>
            <ItemBody item={item} />
            {item.kind === "held" && mayDecide && (
              <WholeChannel channelName={article.channelName} isOn={wholeChannel} onChange={setWholeChannel} />
            )}
            {asking ? (
              <Asking
                item={item}
                onDecide={(more) => onDecide({ item, choice: asking, ...more })}
                onCancel={() => {
                  setAsking(null);
                  document.getElementById(id)?.closest<HTMLElement>("[data-item]")?.focus();
                }}
              />
            ) : (
              <div className="mt-4 flex flex-wrap items-center gap-2">
                {(mayDecide ? item.choices : []).map((choice, index) => (
                  <Choice
                    key={choice}
                    item={item}
                    choice={choice}
                    number={index + 1}
                    onChoose={choice === "keep-both" || choice === "own-article" ? setAsking : choose}
                  />
                ))}
                <OtherActions item={item} />
              </div>
            )}
          </div>
        </div>
      </article>
    </li>
  );
});

interface AskingProps {
  item: Item;
  onDecide: (more: Pick<Decided, "conditions" | "title">) => void;
  onCancel: () => void;
}

/** What a choice needs beside itself. */
function Asking({ item, onDecide, onCancel }: AskingProps) {
  if (item.kind === "proposal")
    return <OwnArticleForm title={item.ownTitle} onMake={(title) => onDecide({ title })} onCancel={onCancel} />;
  return <ConditionsForm onKeep={(conditions) => onDecide({ conditions })} onCancel={onCancel} />;
}

interface SelectBoxProps {
  item: Item;
  isSelected: boolean;
  onSelect: (id: string, isRange: boolean) => void;
}

function SelectBox({ item, isSelected, onSelect }: SelectBoxProps) {
  return (
    <label className="-m-1.5 grid size-9 pointer-coarse:-m-2.5 pointer-coarse:size-11 shrink-0 cursor-pointer place-items-center">
      <input
        type="checkbox"
        className="size-5 cursor-pointer accent-accent"
        aria-label={`Select “${item.article.title}”`}
        checked={isSelected}
        onChange={(event) => onSelect(item.id, (event.nativeEvent as MouseEvent).shiftKey)}
      />
    </label>
  );
}

function Heading({ id, item: { article, since } }: { id: string; item: Item }) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h3 id={id} dir="auto" className="min-w-0 font-serif text-19 font-medium wrap-anywhere">
        <Link to={`/articles/${article.id}?view=inbox`} className="hover:text-accent">
          {article.title}
        </Link>
      </h3>
      <p className="text-13 text-faint">
        {formatChannel(article.channelName)}, <Moment at={since} />
      </p>
    </div>
  );
}

interface WholeChannelProps {
  channelName: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

function WholeChannel({ channelName, isOn, onChange }: WholeChannelProps) {
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

function OtherActions({ item }: { item: Item }) {
  return (
    <>
      {item.kind === "page-conflict" && item.page === "changed" && (
        <TakeOver
          articleId={item.article.id}
          publicationId={item.publicationId}
          integrationName={item.integrationName}
        />
      )}
      {item.kind === "reported" && (
        <May change="articles">
          <Link
            to={`/articles/${item.article.id}?view=inbox&edit=1`}
            aria-label={`Edit: ${item.article.title}`}
            className={buttonClass({ size: "small" })}
          >
            Edit
          </Link>
        </May>
      )}
      <AssignmentLine item={item} />
    </>
  );
}

interface ChoiceProps {
  item: Item;
  choice: InboxChoice;
  number: number;
  onChoose: (choice: InboxChoice) => void;
}

function Choice({ item, choice, number, onChoose }: ChoiceProps) {
  const { name, answer } = wordsOf(item.kind, choice);
  const left = useLeft(item.id);
  const count = item.kind === "proposal" && choice !== "decline" ? item.changes.length : 0;
  const taken = count - (item.kind === "proposal" ? item.changes.filter(({ key }) => left.has(key)).length : 0);
  const isPart = choice === "accept" && taken < count;
  const button = (
    <ChoiceButton
      name={isPart ? `${name} ${taken} of ${count}` : name}
      number={number}
      answer={answer}
      disabled={count > 0 && taken === 0}
      onClick={() => onChoose(choice)}
    />
  );
  if (item.kind !== "page-conflict" || choice !== "replace") return button;
  return (
    <ConfirmDialog
      title="Use the article’s words on the page?"
      text={`Where people and the article changed the same part of the page in ${item.integrationName}, their words are lost. Everything else they wrote stays.`}
      confirm={name}
      onConfirm={() => onChoose(choice)}
    >
      {button}
    </ConfirmDialog>
  );
}
