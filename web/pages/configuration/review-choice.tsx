import { lazy, Suspense, useId, useState } from "react";
import { DEFAULT_REVIEW_SETTINGS } from "../../../shared/domain/inbox.ts";
import { useDecisionsByRisk } from "../../api/inbox.ts";
import { formatItems } from "../../lib/format.ts";
import { RadioRow } from "../../ui/radio-row.tsx";

const PublishUnread = lazy(() => import("./publish-unread.tsx"));

const EVERY_ARTICLE_WAITS = 0;
const NO_ARTICLE_WAITS = 100;
const AT_FIRST = DEFAULT_REVIEW_SETTINGS.acceptedRisk;
const THRESHOLDS = [10, 20, 30, 40, 50, 70];
/** The number of decisions from which on they are shown. Fewer decisions predict little. */
const ENOUGH_DECISIONS = 20;

/** The offered thresholds, and the saved threshold if it is not among them. */
const thresholdsWith = (saved: number) => [...new Set([...THRESHOLDS, saved])].toSorted((a, b) => a - b);

interface ReviewChoiceProps {
  acceptedRisk: number;
  onChange: (acceptedRisk: number) => void;
}

/** Lets the person choose which new articles wait for a review: none, all, or those above a risk. */
export function ReviewChoice({ acceptedRisk, onChange }: ReviewChoiceProps) {
  const group = useId();
  const [lastRisk, keepRisk] = useState(AT_FIRST);
  const [isAsking, setAsking] = useState(false);
  const choose = (risk: number) => {
    if (isSome) keepRisk(acceptedRisk);
    setAsking(risk === NO_ARTICLE_WAITS);
    if (risk !== NO_ARTICLE_WAITS) onChange(risk);
  };
  const isSome = acceptedRisk !== EVERY_ARTICLE_WAITS && acceptedRisk !== NO_ARTICLE_WAITS;
  const choice = (label: string, effect: string, isChosen: boolean, risk: number) => (
    <RadioRow {...{ group, label, effect, isChosen }} onChoose={() => choose(risk)} />
  );
  return (
    <li className="py-4">
      <fieldset className="max-w-[70ch]">
        <legend className="font-medium">Which new articles wait for review</legend>
        <p className="mt-0.5 mb-2 text-soft">
          The risk of an article is the chance that it needs a correction: 100% minus its confidence. Articles above the
          risk you accept wait in the inbox. New workspaces accept up to {AT_FIRST}%. Your own decisions are counted
          below: accept more once they show that it is safe.
        </p>
        {choice("None", "Every new article is published, however unsure.", acceptedRisk === NO_ARTICLE_WAITS, 100)}
        {isAsking && (
          <Suspense fallback={<div className="late skeleton ml-7 h-22" />}>
            <PublishUnread
              onPublish={() => {
                setAsking(false);
                onChange(NO_ARTICLE_WAITS);
              }}
              onCancel={() => setAsking(false)}
            />
          </Suspense>
        )}
        {choice("All", "Nothing is published before somebody has read it.", acceptedRisk === EVERY_ARTICLE_WAITS, 0)}
        {choice("Only the less sure ones", "Articles with a higher risk than you accept wait.", isSome, lastRisk)}
        {isSome && <Threshold acceptedRisk={acceptedRisk} onChange={onChange} />}
      </fieldset>
      <OwnDecisions acceptedRisk={acceptedRisk} />
    </li>
  );
}

function Threshold({ acceptedRisk, onChange }: ReviewChoiceProps) {
  const id = useId();
  return (
    <div className="mt-1 ml-7 flex flex-wrap items-center gap-3">
      <label htmlFor={id}>Accepted risk</label>
      <select
        id={id}
        className="field-box w-auto!"
        value={acceptedRisk}
        onChange={(event) => onChange(Number(event.target.value))}
      >
        {thresholdsWith(acceptedRisk).map((risk) => (
          <option key={risk} value={risk}>
            {`Up to ${risk}%`}
          </option>
        ))}
      </select>
      <p className="basis-full text-13 text-soft">
        Of 100 articles that are published unread, at most {acceptedRisk} are expected to need a correction.
      </p>
    </div>
  );
}

/** The workspace's own review results for articles within the chosen risk. If all articles wait, for every article. */
function OwnDecisions({ acceptedRisk }: { acceptedRisk: number }) {
  const { data } = useDecisionsByRisk();
  if (!data) return null;
  const limit = acceptedRisk === EVERY_ARTICLE_WAITS ? NO_ARTICLE_WAITS : acceptedRisk;
  const within = data.filter(({ risk }) => risk <= limit);
  const kept = within.reduce((total, one) => total + one.published, 0);
  const decided = within.reduce((total, one) => total + one.published + one.declined, 0);
  const which = limit === NO_ARTICLE_WAITS ? "" : ` with a risk up to ${limit}%`;
  return (
    <output className="mt-3 block max-w-[70ch] text-13 text-soft">
      {decided === 0
        ? `Your workspace has not reviewed any article${which} yet.`
        : `Of ${formatItems(decided, "article")}${which} that your workspace reviewed, ${formatItems(kept, "was", "were")} published.`}
      {decided < ENOUGH_DECISIONS && " That is too little to judge the choice by."}
    </output>
  );
}
