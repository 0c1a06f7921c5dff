import { Pencil, Trash2 } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { SavedView } from "../../../shared/contract/saved-views.ts";
import { MOST_SAVED_VIEWS } from "../../../shared/domain/saved-views.ts";
import { buildViewAddress, useRemoveView, useRenameView, useSavedViews, useSaveView } from "../../api/saved-views.ts";
import { ApiError } from "../../lib/api-error.ts";
import { handleResult } from "../../lib/handle-result.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Field } from "../../ui/field.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { readFilters } from "./use-article-filters.ts";

/** The filters and the layout in the URL. Together with a name they make a saved view. */
function useShown(): Pick<SavedView, "filters" | "look"> {
  const [params] = useSearchParams();
  const look = params.get("show");
  return { filters: readFilters(params), look: look === "cards" || look === "list" ? look : null };
}

export default function SavedViews() {
  const query = useSavedViews();
  const shown = useShown();
  const here = buildViewAddress(shown);
  return (
    <section id="saved-views" aria-labelledby="saved-views-title" className="mt-4 border-y border-rule py-5">
      <h2 id="saved-views-title" className="text-17 font-semibold">
        Saved Views
      </h2>
      <QueryView query={query} loading={<div className="late skeleton mt-3 h-24" />}>
        {(views) => (
          <>
            {views.length > 0 && (
              <ul aria-label="Saved views" className="mt-2 max-w-3xl divide-y divide-rule">
                {views.map((view) => (
                  <ViewRow key={view.id} view={view} isHere={buildViewAddress(view) === here} />
                ))}
              </ul>
            )}
            {here === "/articles" ? (
              <p className="mt-3 max-w-prose text-pretty text-soft">
                {views.length === 0 && "No saved views yet. "}
                To save a view, first search, set filters or choose cards or list. Only you see your saved views.
              </p>
            ) : (
              <SaveForm
                shown={shown}
                saved={views.find((view) => buildViewAddress(view) === here)}
                count={views.length}
              />
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

interface SaveFormProps {
  shown: Pick<SavedView, "filters" | "look">;
  /** The saved view that equals the current URL. */
  saved: SavedView | undefined;
  count: number;
}

function SaveForm({ shown, saved, count }: SaveFormProps) {
  const [name, setName] = useState("");
  const saving = useSaveView();
  if (saved) return <p className="mt-3 text-soft">{`You are looking at “${saved.name}”.`}</p>;
  if (count >= MOST_SAVED_VIEWS)
    return <p className="mt-3 text-soft">{`${MOST_SAVED_VIEWS} views are the most. Remove one to save another.`}</p>;
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending || name.trim() === "") return;
    saving.mutate({ ...shown, name }, { onSuccess: () => setName("") });
  };
  return (
    <form onSubmit={save} className="mt-4 flex max-w-xl flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-56">
        <Field label="Save what is shown now as" error={saving.isError ? reasonOf(saving.error) : undefined}>
          {(control) => (
            <input
              {...control}
              className="field-box"
              maxLength={80}
              value={name}
              onChange={({ target }) => {
                setName(target.value);
                saving.reset();
              }}
            />
          )}
        </Field>
      </div>
      <Button type="submit" look="primary" aria-disabled={saving.isPending || name.trim() === ""}>
        Save View
      </Button>
    </form>
  );
}

function ViewRow({ view, isHere }: { view: SavedView; isHere: boolean }) {
  const [isRenaming, setRenaming] = useState(false);
  const removing = useRemoveView();
  const saving = useSaveView();
  const { id, ...content } = view;
  const refused = (title: string) => (error: Error) => showToast({ title, text: reasonOf(error), tone: "destructive" });
  const putBack = () => saving.mutate(content, { onError: refused("View not put back") });
  const remove = () =>
    handleResult(
      removing.mutateAsync(id),
      () => showToast({ title: "View removed", text: view.name, action: { label: "Undo", run: putBack } }),
      refused("View not removed"),
    );
  if (isRenaming) return <RenameForm view={view} onEnd={() => setRenaming(false)} />;
  return (
    <li className="flex items-center gap-2 py-1.5">
      <Link
        to={buildViewAddress(view)}
        aria-current={isHere ? "true" : undefined}
        className="flex min-h-10 min-w-0 flex-1 items-center font-medium hover:text-accent aria-[current]:text-accent pointer-coarse:min-h-11"
      >
        <span className="break-words">{view.name}</span>
      </Link>
      <Button look="quiet" size="icon" aria-label={`Rename “${view.name}”`} onClick={() => setRenaming(true)}>
        <Pencil className="size-4" aria-hidden="true" />
      </Button>
      <Button
        look="quiet"
        size="icon"
        aria-label={`Remove “${view.name}”`}
        disabled={removing.isPending}
        onClick={remove}
      >
        <Trash2 className="size-4" aria-hidden="true" />
      </Button>
    </li>
  );
}

function RenameForm({ view, onEnd }: { view: SavedView; onEnd: () => void }) {
  const [name, setName] = useState(view.name);
  const renaming = useRenameView();
  const errorId = useId();
  const rename = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === view.name) return onEnd();
    if (!renaming.isPending && name.trim() !== "") renaming.mutate({ id: view.id, name }, { onSuccess: onEnd });
  };
  return (
    <li className="py-1.5">
      <form onSubmit={rename} className="flex flex-wrap gap-2">
        <input
          ref={(field) => field?.focus()}
          aria-label={`New name of “${view.name}”`}
          aria-invalid={renaming.isError}
          aria-describedby={renaming.isError ? errorId : undefined}
          className="field-box min-w-0 flex-1 basis-56"
          maxLength={80}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={({ key }) => key === "Escape" && onEnd()}
        />
        <Button type="submit" look="primary" aria-disabled={renaming.isPending || name.trim() === ""}>
          Rename
        </Button>
        <Button onClick={onEnd}>Cancel</Button>
      </form>
      {renaming.isError && (
        <p id={errorId} role="alert" className="mt-1 text-13 text-wrong">
          {reasonOf(renaming.error)}
        </p>
      )}
    </li>
  );
}

const reasonOf = (error: Error) =>
  error instanceof ApiError ? error.explanation : "The server did not answer. Check your connection and try again.";
