import { type FormEvent, useEffect, useId, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Trial, TrialSummary } from "../../../../../shared/contract/model-trials.ts";
import { useListModels, useOwnLanguageModel } from "../../../../api/language-model.ts";
import {
  useChannelReadingEstimate,
  useReadWholeChannel,
  useRepeatPrice,
  useRepeatTrial,
  useSaveAcceptedDrafts,
} from "../../../../api/model-trials.ts";
import { formatChannel, formatItems } from "../../../../lib/format.ts";
import { formatMinuteRange, formatPriceRange, formatWritingCost } from "../../../../lib/model-cost.ts";
import { showToast } from "../../../../lib/toast-store.ts";
import { useDebounced } from "../../../../lib/use-debounced.ts";
import { Button } from "../../../../ui/button.tsx";
import { Field } from "../../../../ui/field.tsx";
import { SaveError } from "../../../../ui/save-problem.tsx";

/** Shows the judgements, the estimate for the whole channel, and the next steps. */
export function TrialEnd({ trial }: { trial: Trial }) {
  const { judged, articles, matters, channel, channelId, others } = trial;
  const count = judged.keep + judged.edit + judged.no;
  const isOver = articles > 0 && count === articles;
  const toJudge = matters.filter((matter) => matter.articles.length > 0).length;
  return (
    <section aria-label="Result" className="max-w-3xl border-t border-ink/80 pt-4">
      {articles === 0 ? (
        <p className="font-serif text-19 text-pretty">
          The model found nothing worth an article in {formatItems(trial.messagesRead, "message")} of{" "}
          {formatChannel(channel)}.
        </p>
      ) : (
        <>
          <p className="font-serif text-24 text-pretty">
            {isOver
              ? `You would keep ${judged.keep} of ${articles} without touching them.`
              : `${count} of ${articles} judged. You would keep ${judged.keep}.`}
          </p>
          <ReadingAll channelId={channelId} channel={channel} />
          <div className="flex flex-wrap gap-3 pt-4">
            {(trial.toSave > 0 || judged.keep > 0) && <SaveDrafts trial={trial} />}
            <ReadAllButton trial={trial} />
          </div>
          {toJudge < articles && (
            <p className="pt-3 text-13 text-soft">
              Messages of {formatItems(articles - toJudge, "article")} were changed or deleted since.
            </p>
          )}
        </>
      )}
      {others.length > 0 && <TrialComparison trials={[trial, ...others]} shownId={trial.id} />}
      {matters.length > 0 && <AnotherModel trial={trial} />}
    </section>
  );
}

function ReadingAll({ channelId, channel }: { channelId: string; channel: string }) {
  const { data: reading } = useChannelReadingEstimate(channelId);
  if (!reading) return <p className="pt-2 text-soft">&nbsp;</p>;
  const { messages, minutes, dollars } = reading;
  return (
    <p className="pt-2 text-pretty text-soft tabular-nums">
      Reading all of {formatChannel(channel)} ({formatItems(messages, "message")}) takes about{" "}
      {formatMinuteRange(minutes)}
      {dollars === null ? "." : ` and ${formatPriceRange(dollars)}.`}
    </p>
  );
}

function SaveDrafts({ trial: { id, toSave } }: { trial: Trial }) {
  const saving = useSaveAcceptedDrafts(id);
  const save = () =>
    saving.mutate(undefined, {
      onSuccess: ({ saved, known, changed }) =>
        showToast({
          title: saved === 1 ? "1 draft saved" : `${saved} drafts saved`,
          text: [
            known > 0 && `${known} in the library already.`,
            changed > 0 && `${changed} not saved: their messages changed, or somebody wrote about it since.`,
          ]
            .filter(Boolean)
            .join(" "),
        }),
      onError: () => showToast({ title: "Not saved", text: "Please try again.", tone: "destructive" }),
    });
  return (
    <Button look="primary" disabled={toSave === 0 || saving.isPending} onClick={save}>
      {saving.isPending ? "Saving..." : toSave === 1 ? "Save 1 as draft" : `Save ${toSave} as drafts`}
    </Button>
  );
}

function ReadAllButton({ trial: { id, channel } }: { trial: Trial }) {
  const reading = useReadWholeChannel(id);
  const read = () =>
    reading.mutate(undefined, {
      onSuccess: () =>
        showToast({ title: `Reading all of ${formatChannel(channel)}`, text: "The dashboard shows how far it is." }),
      onError: () => showToast({ title: "Not started", text: "Please try again.", tone: "destructive" }),
    });
  return (
    <Button disabled={reading.isPending || reading.isSuccess} onClick={read}>
      Read all of {formatChannel(channel)}
    </Button>
  );
}

/** Compares the trials on the same conversations, by model. */
function TrialComparison({ trials, shownId }: { trials: TrialSummary[]; shownId: string }) {
  const [first] = trials;
  return (
    <div className="pt-8">
      <h2 className="text-17 font-semibold">The same {first?.found} with each model</h2>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {trials.map(({ id, model, judged, articles, state }) => {
          const count = judged.keep + judged.edit + judged.no;
          return (
            <li key={id} className="flex flex-wrap items-baseline justify-between gap-x-6 py-2.5">
              {id === shownId ? (
                <span className="font-medium wrap-anywhere">{model ?? "The model"}</span>
              ) : (
                <Link to={`/settings/language-model/try/${id}`} className="touch text-link wrap-anywhere">
                  {model ?? "Another model"}
                </Link>
              )}
              <span className="text-13 text-soft tabular-nums">
                {state === "running"
                  ? "running"
                  : `would keep ${judged.keep} of ${articles}${count < articles ? `, ${articles - count} not judged` : ""}`}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Shows the price of another trial. Reserves its line, so that the page does not move while a name is typed. */
function RepeatPrice({ id, articles, name }: { id: string; articles: number; name: string }) {
  const { data } = useRepeatPrice(id, useDebounced(name, TYPING_DELAY_MS));
  return (
    <output className="block min-h-5 text-13 text-pretty text-soft tabular-nums">
      {name !== "" && data && formatWritingCost({ articles, ...data })}
    </output>
  );
}

const TYPING_DELAY_MS = 300;

function AnotherModel({ trial: { id, found, model } }: { trial: Trial }) {
  const { data: settings } = useOwnLanguageModel();
  const { mutate: list, data: listed } = useListModels();
  const repeat = useRepeatTrial(id);
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const offers = useId();
  const { source, provider, address, region } = settings ?? {};
  useEffect(() => {
    // Lists the provider's models with the stored key. If the list cannot be loaded, the person types a name.
    if (source === "workspace" && provider && !address) list({ provider, ...(region && { region }) });
  }, [list, source, provider, address, region]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === "") return;
    repeat.mutate(name.trim(), { onSuccess: (next) => void navigate(`/settings/language-model/try/${next.id}`) });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-wrap items-end gap-3 pt-8">
      <div className="min-w-56 flex-1">
        <Field label={`Try the same ${found} with another model`}>
          {(control) => (
            <input
              {...control}
              className="field-box"
              list={offers}
              autoComplete="off"
              maxLength={200}
              value={name}
              onChange={({ target }) => setName(target.value)}
            />
          )}
        </Field>
        <datalist id={offers}>
          {(listed?.models ?? [])
            .filter((offer) => offer.name !== model)
            .map((offer) => (
              <option key={offer.name}>{offer.name}</option>
            ))}
        </datalist>
      </div>
      <Button type="submit" disabled={name.trim() === "" || repeat.isPending}>
        {repeat.isPending ? "Starting..." : "Try it"}
      </Button>
      <div className="basis-full">
        <RepeatPrice id={id} articles={found} name={name.trim()} />
        <SaveError error={repeat.error} saved="" />
      </div>
    </form>
  );
}
