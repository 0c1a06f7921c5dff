import { clsx } from "clsx";
import { memo, useId, useState } from "react";
import { Link } from "react-router";
import type { InboxItem as Item } from "../../../shared/contract/inbox.ts";
import type { InboxChoice } from "../../../shared/domain/inbox.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Permitted, useCan } from "../../components/permissions.tsx";
import { formatChannel } from "../../lib/format.ts";
import { getButtonClass } from "../../ui/button.tsx";
import { ImportPageEdits } from "../article/import-page-edits.tsx";
import { AssignmentLine } from "./assignment-line.tsx";
import Asking from "./choice-form.tsx";
import type { ItemDecision } from "./decision-batch.ts";
import { ItemBody } from "./item-body.tsx";
import { Choices, WholeChannelCheckbox } from "./item-choices.tsx";
import { reviewSearch, useInboxPart } from "./listed-items.ts";
import { SnoozeLine } from "./snooze-line.tsx";
import { TitleNeeded } from "./title-form.tsx";

interface InboxItemProps {
  item: Item;
  isSelected: boolean;
  /** Null when the person may not decide. */
  onSelect: ((id: string, isRange: boolean) => void) | null;
  onDecide: (decided: ItemDecision) => void;
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
          "-mx-3 scroll-my-6 max-lg:scroll-mt-20 [contain-intrinsic-size:auto_12rem] max-sm:[contain-intrinsic-size:auto_22rem] [content-visibility:auto] rounded-box px-3 py-5 focus-within:bg-raised focus:outline-2 focus:-outline-offset-2 focus:outline-accent sm:-mx-4 sm:px-4",
          isSelected && "bg-accent-wash focus-within:bg-accent-wash",
        )}
      >
        <div className="flex items-start gap-3">
          {onSelect && <SelectBox item={item} isSelected={isSelected} onSelect={onSelect} />}
          <div className="min-w-0 flex-1">
            <Heading headingId={id} item={item} />
            <p className="mt-1 max-w-[75ch] wrap-anywhere text-soft">
              <TitleNeeded item={item} />
              {item.reason}
            </p>
            <ItemBody item={item} />
            {item.kind === "held" && mayDecide && (
              <WholeChannelCheckbox channelName={article.channelName} isOn={wholeChannel} onChange={setWholeChannel} />
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
                {mayDecide && <Choices item={item} onChoose={choose} onAsk={setAsking} />}
                <OtherActions item={item} />
              </div>
            )}
          </div>
        </div>
      </article>
    </li>
  );
});

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

function Heading({ headingId, item: { id, article, since } }: { headingId: string; item: Item }) {
  const { search } = useInboxPart();
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-4">
      <h3 id={headingId} dir="auto" className="min-w-0 font-serif text-19 font-medium wrap-anywhere">
        <Link to={`/articles${reviewSearch(search, id)}`} data-open aria-keyshortcuts="o" className="hover:text-accent">
          {article.title}
        </Link>
      </h3>
      <p className="text-13 text-faint">
        {formatChannel(article.channelName)}, <RelativeTime at={since} />
      </p>
    </div>
  );
}

function OtherActions({ item }: { item: Item }) {
  const { search } = useInboxPart();
  return (
    <>
      {item.kind === "page-conflict" && item.page === "changed" && (
        <ImportPageEdits
          articleId={item.article.id}
          publicationId={item.publicationId}
          integrationName={item.integrationName}
        />
      )}
      {item.kind === "reported" && (
        <Permitted change="articles">
          <Link
            to={`/articles${reviewSearch(search, item.id)}&edit=1`}
            aria-label={`Edit: ${item.article.title}`}
            className={getButtonClass({ size: "small" })}
          >
            Edit
          </Link>
        </Permitted>
      )}
      <AssignmentLine item={item} />
      <SnoozeLine item={item} />
    </>
  );
}
