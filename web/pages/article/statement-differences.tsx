import { clsx } from "clsx";
import { ArrowRight, Minus, Pencil, Plus } from "lucide-react";
import { Fragment } from "react";
import type { StatementChange, VersionChanges } from "../../../shared/contract/articles.ts";
import { getHeading } from "../../../shared/domain/section-headings.ts";
import { formatItems } from "../../lib/format.ts";
import { CONTENT_TYPE_NAMES, DIFFICULTY_NAMES, PRIORITY_NAMES } from "../../lib/names.ts";

const KINDS = {
  added: { label: "Added", Icon: Plus, tone: "text-done" },
  removed: { label: "Removed", Icon: Minus, tone: "text-wrong" },
  changed: { label: "Changed", Icon: Pencil, tone: "text-busy" },
};

/** The changes that a person accepts, by their keys. */
export interface ChangeChoice {
  isTaken: (key: string) => boolean;
  onToggle: (key: string) => void;
}

type SideLabels = readonly [before: string, after: string];

interface ShownChange extends StatementChange {
  key?: string;
  /** The sentences before and after the position of an added sentence. */
  around?: { before?: string | undefined; after?: string | undefined } | undefined;
}

interface StatementDifferencesProps {
  found: Pick<VersionChanges, "title" | "unchanged" | "labels"> & { changes: ShownChange[] };
  /** The chosen changes. If present, each change with a key has a tick box. */
  choice?: ChangeChoice;
  /** Labels of the two texts. */
  names?: SideLabels;
}

/**
 * The differences between two texts, sentence by sentence. Words and lines repeat what the colors show, for people who
 * cannot see colors.
 */
export function StatementDifferences({ found, choice, names = ["Was", "Now"] }: StatementDifferencesProps) {
  return (
    <>
      <ul className="divide-y divide-rule">
        {found.title && <Change kind="changed" place="Title" change={titleChange(found.title)} names={names} />}
        {found.changes.map((change, index) => (
          <Change
            key={index}
            kind={change.kind}
            place={change.section ? (getHeading(change.section) ?? "Text") : "Summary"}
            change={change}
            around={change.around}
            names={names}
            tick={choice && change.key !== undefined && { ...choice, key: change.key }}
          />
        ))}
      </ul>
      <LabelChanges labels={found.labels ?? []} />
      <p className="border-t border-rule pt-2 text-13 text-faint">{summaryOf(found)}</p>
    </>
  );
}

/** The text if there is nothing to compare: a message that was deleted in the chat is erased from all versions. */
const NOTHING_TO_SHOW =
  "Both versions have the same text now. Sentences from a message that was deleted since are erased from every version.";

function summaryOf({ changes, title, labels = [], unchanged }: StatementDifferencesProps["found"]): string {
  if (changes.length > 0 || title)
    return unchanged === 1
      ? "1 sentence stayed as it was."
      : `${formatItems(unchanged, "sentence")} stayed as they were.`;
  return labels.length > 0 ? "No sentence changed." : NOTHING_TO_SHOW;
}

type LabelChange = NonNullable<VersionChanges["labels"]>[number];

const LABEL_NAMES: Record<LabelChange["name"], string> = {
  category: "Category",
  contentType: "Content type",
  difficulty: "Difficulty",
  priority: "Priority",
  tags: "Tags",
};
const VALUE_NAMES: Readonly<Partial<Record<string, string>>> = {
  ...CONTENT_TYPE_NAMES,
  ...DIFFICULTY_NAMES,
  ...PRIORITY_NAMES,
};

function LabelChanges({ labels }: { labels: LabelChange[] }) {
  if (labels.length === 0) return null;
  const shown = ({ name }: LabelChange, value: string) =>
    (name === "category" || name === "tags" ? value : VALUE_NAMES[value]) || "none";
  return (
    <dl aria-label="Labels" className="py-2 text-13">
      {labels.map((label) => (
        <div key={label.name} className="flex flex-wrap items-center gap-x-2 py-0.5">
          <dt className="text-soft">{LABEL_NAMES[label.name]}</dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-2 wrap-anywhere">
            <span className="text-faint">{shown(label, label.before)}</span>
            <ArrowRight className="size-3.5 text-faint" aria-label="to" />
            <span className="font-medium">{shown(label, label.after)}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

type StatementSides = Pick<StatementChange, "form" | "before" | "after">;

const titleChange = ({ before, after }: NonNullable<VersionChanges["title"]>): StatementSides => ({
  form: "sentence",
  before: [{ text: before, isChanged: true }],
  after: [{ text: after, isChanged: true }],
});

interface ChangeProps {
  kind: keyof typeof KINDS;
  place: string;
  change: StatementSides;
  names: SideLabels;
  around?: ShownChange["around"];
  tick?: (ChangeChoice & { key: string }) | undefined | false;
}

function Change({ kind, place, change, names, around, tick }: ChangeProps) {
  const { label, Icon, tone } = KINDS[kind];
  const isLeft = tick && !tick.isTaken(tick.key);
  const said = (
    <div className={clsx("min-w-0 flex-1", isLeft && "text-faint [&_ins]:bg-transparent! [&_ins]:text-faint!")}>
      <p className={`flex items-center gap-1.5 text-13 font-medium ${isLeft ? "text-faint" : tone}`}>
        <Icon className="size-3.5" aria-hidden="true" />
        {isLeft ? "Not taken" : label} <span className="font-normal text-faint">in {place}</span>
      </p>
      {around?.before && <Neighbour place="After">{around.before}</Neighbour>}
      <ChangedStatement change={change} names={names} />
      {around?.after && <Neighbour place="Before">{around.after}</Neighbour>}
    </div>
  );
  if (!tick) return <li className="py-2.5">{said}</li>;
  return (
    <li>
      <label className="flex cursor-pointer items-start gap-3 py-2.5 pointer-coarse:min-h-11">
        <input
          type="checkbox"
          className="mt-0.5 size-4 shrink-0 cursor-pointer accent-accent pointer-coarse:size-5"
          checked={!isLeft}
          onChange={() => tick.onToggle(tick.key)}
        />
        {said}
      </label>
    </li>
  );
}

/** A sentence that stays, beside an added one. Without its place it looks like the one that is replaced. */
const Neighbour = ({ place, children }: { place: "After" | "Before"; children: string }) => (
  <p className="mt-1 line-clamp-2 text-13 wrap-anywhere text-faint">
    {place}: <span dir="auto">{children}</span>
  </p>
);

/** Both texts of a changed statement. Only the different words are marked. */
export const ChangedStatement = ({
  change,
  names = ["Was", "Now"],
}: Pick<ChangeProps, "change"> & { names?: SideLabels }) => (
  <>
    {change.before && <Side name={names[0]} side="before" change={change} isAlone={!change.after} />}
    {change.after && <Side name={names[1]} side="after" change={change} isAlone={!change.before} />}
  </>
);

interface SideProps {
  name: string;
  side: "before" | "after";
  change: StatementSides;
  /** Whether the whole sentence was added or removed. */
  isAlone: boolean;
}

function Side({ name, side, change, isAlone }: SideProps) {
  const Mark = side === "before" ? "del" : "ins";
  const pieces = change[side] ?? [];
  return (
    <div className="mt-1 grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-2">
      {!isAlone && <span className="pt-px text-12 text-faint">{name}</span>}
      <div
        dir="auto"
        className={clsx(
          "wrap-anywhere",
          isAlone && "col-span-2",
          change.form === "code" &&
            "max-h-96 overflow-auto rounded-box bg-sunken p-2 font-mono text-13 whitespace-pre-wrap",
        )}
      >
        {pieces.map(({ text, isChanged }, index) =>
          isChanged || isAlone ? (
            <Mark key={index} className={`difference-${side}`}>
              {text}
            </Mark>
          ) : (
            <Fragment key={index}>{text}</Fragment>
          ),
        )}
      </div>
    </div>
  );
}
