import { useState } from "react";
import { Link } from "react-router";
import type { StyleSuggestion, WritingSettings } from "../../../../shared/contract/writing.ts";
import { useTopArticles } from "../../../api/articles.ts";
import { useSaveWriting, useWritingExamples, useWritingSettings } from "../../../api/writing.ts";
import { Page } from "../../../components/page.tsx";
import { PermittedForm } from "../../../components/permissions.tsx";
import { Section } from "../../../components/section.tsx";
import { UnsavedGuard } from "../../../components/unsaved-guard.tsx";
import { CONTENT_TYPE_NAMES } from "../../../lib/names.ts";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { Field } from "../../../ui/field.tsx";
import { QueryView, useAllLoaded } from "../../../ui/query-view.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";
import { GlossaryFields } from "./glossary-fields.tsx";
import { StyleSuggestions } from "./style-suggestions.tsx";
import {
  countWords,
  isEmptyTerm,
  LANGUAGE_NAMES,
  MOST_WORDS,
  toWritingForm,
  toWritingValues,
  trimTerms,
} from "./typed-writing.ts";
import { WritingPreview } from "./writing-preview.tsx";

/** The number of recent articles on which a style can be tried. */
const RECENT = 20;

export default function WritingPage() {
  const settings = useWritingSettings();
  const examples = useWritingExamples();
  const recent = useTopArticles("", RECENT);
  const isThere = useAllLoaded([settings, examples, recent]);
  return (
    <Page
      title="How We Write"
      description="The style and the words of your articles, where a language model writes them"
    >
      <QueryView query={settings} isReady={isThere} loading={<div className="late skeleton h-120 max-w-3xl" />}>
        {(saved) => <WritingForm saved={saved} />}
      </QueryView>
    </Page>
  );
}

function WritingForm({ saved }: { saved: WritingSettings & { suggestions: StyleSuggestion[] } }) {
  const saving = useSaveWriting();
  const [typed, setTyped] = useState(() => toWritingForm(saved));
  const words = countWords(typed.style);
  const values = toWritingValues(typed);
  const isChanged = JSON.stringify(values) !== JSON.stringify(toWritingValues(toWritingForm(saved)));
  const problem = problemOf(words, typed.terms);
  const save = () =>
    saving.mutate(values, {
      onSuccess: (now) => {
        setTyped(toWritingForm(now));
        showToast({ title: "Saved", text: "Articles are written like this from now on. What exists keeps its words." });
      },
    });
  return (
    <div className="flex max-w-3xl flex-col gap-12">
      <UnsavedGuard when={isChanged} />
      <PermittedForm change="settings">
        <form
          noValidate
          className="flex flex-col gap-12"
          onSubmit={(event) => {
            event.preventDefault();
            if (isChanged && !problem) save();
          }}
        >
          <StyleFields typed={typed} onChange={(part) => setTyped({ ...typed, ...part })} />
          <GlossaryFields terms={typed.terms} onChange={(terms) => setTyped({ ...typed, terms })} />
          <div className="flex flex-col gap-3">
            {problem && <p className="text-13 text-wrong">{problem}</p>}
            <SaveError error={saving.error} />
            <div>
              <Button type="submit" look="primary" disabled={!isChanged || problem !== null || saving.isPending}>
                {saving.isPending ? "Saving..." : "Save"}
              </Button>
            </div>
          </div>
        </form>
      </PermittedForm>
      <StyleSuggestions
        suggestions={saved.suggestions}
        onAdded={(sentence) =>
          setTyped((now) => ({ ...now, style: now.style.trim() ? `${now.style.trimEnd()}\n${sentence}` : sentence }))
        }
      />
      <WritingPreview values={values} isValid={problem === null} />
      <Examples />
    </div>
  );
}

type Style = Pick<ReturnType<typeof toWritingForm>, "style" | "language">;

function StyleFields({ typed, onChange }: { typed: Style; onChange: (part: Partial<Style>) => void }) {
  const words = countWords(typed.style);
  return (
    <Section title="Style">
      <div className="flex flex-col gap-5 pt-4">
        <Field
          label="How your articles are to read"
          help="In your own words, such as: We write in the second person. Steps are numbered. No exclamation marks."
          remark={`${words} of ${MOST_WORDS} words`}
          error={words > MOST_WORDS ? `${words} of ${MOST_WORDS} words: shorten it.` : undefined}
        >
          {(control) => (
            <textarea
              {...control}
              dir="auto"
              rows={7}
              maxLength={4_000}
              className="field-box"
              value={typed.style}
              onChange={({ target }) => onChange({ style: target.value })}
            />
          )}
        </Field>
        <Field label="Language">
          {(control) => (
            <select
              {...control}
              className="field-box max-w-80"
              value={typed.language}
              onChange={({ target }) => onChange({ language: target.value })}
            >
              <option value="">The language of the chat</option>
              {[...new Set([...Object.keys(LANGUAGE_NAMES), typed.language])].filter(Boolean).map((code) => (
                <option key={code} value={code}>
                  {LANGUAGE_NAMES[code] ?? code}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
    </Section>
  );
}

function problemOf(words: number, terms: ReturnType<typeof toWritingForm>["terms"]): string | null {
  if (words > MOST_WORDS) return `The style has more than ${MOST_WORDS} words.`;
  const filled = terms.filter((term) => !isEmptyTerm(term));
  if (filled.some(({ term, meaning }) => !term.trim() || !meaning.trim())) return "Each term needs a meaning.";
  const names = trimTerms(terms).map(({ term }) => term);
  return new Set(names).size < names.length ? "A term is in the glossary twice." : null;
}

/** Lists the example articles for the language model, which the product chooses. */
function Examples() {
  const { data } = useWritingExamples();
  return (
    <Section title="Examples">
      <p className="max-w-[65ch] pt-4 text-pretty text-soft">
        The language model reads up to three approved articles of the same kind before it writes. They are chosen
        automatically: the newest that a person approved without a change.
      </p>
      {data?.examples.length ? (
        <ul className="mt-4 divide-y divide-rule border-y border-rule">
          {data.examples.map(({ id, title, kind }) => (
            <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2.5">
              <Link to={`/articles/${id}`} dir="auto" className="touch min-w-0 wrap-anywhere hover:text-accent">
                {title}
              </Link>
              <span className="text-13 text-soft">{CONTENT_TYPE_NAMES[kind]}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="pt-4 text-13 text-soft">
          None yet. Approve a written article in the{" "}
          <Link to="/articles?view=inbox" className="text-link">
            inbox
          </Link>
          , and it becomes one.
        </p>
      )}
    </Section>
  );
}
