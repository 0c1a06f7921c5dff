import { lazy, type ReactNode, Suspense, useState } from "react";
import { READING_GUIDES } from "../../../connectors/reading-guides.ts";
import type { ReadingFilterKind } from "../../../connectors/wiki-reading-filters.ts";
import type { Integration } from "../../../shared/contract/integrations.ts";
import { useChangeWiki, useWikiSize } from "../../api/wiki-settings.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { getErrorMessage } from "../../lib/api-error.ts";
import { formatChannel, formatItems } from "../../lib/format.ts";
import { getPlatformName } from "../../lib/platforms.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmButton } from "../../ui/confirm-dialog.tsx";
import { WikiEvents } from "./wiki-events.tsx";
import { type WikiLineProps, WikiProgress } from "./wiki-progress.tsx";
import { WikiReadingFilters } from "./wiki-reading-filters.tsx";

const ListedPages = lazy(() => import("./listed-pages.tsx"));

interface WikiSettingsProps extends WikiLineProps {
  onClose: () => void;
}

/** The settings for reading a platform's pages: whether, for whom, the progress and the cost. */
export default function WikiSettings({ onClose, ...props }: WikiSettingsProps) {
  const { integration, wiki } = props;
  const { name, type } = integration;
  const texts = READING_GUIDES[type];
  return (
    <div className="mt-2 flex flex-col gap-6">
      <p className="text-pretty text-soft">
        Lorekeep can answer questions from the pages that people wrote in {name}, with the passage, its date and a link,
        and compare new chat with them before it writes an article. Reading changes no page. Articles that Lorekeep
        published there are not read again.
      </p>
      {wiki.isOn && <State {...props} />}
      {wiki.isOn && <Listed {...props} />}
      {wiki.isOn && wiki.events && (
        <WikiEvents integration={integration} events={wiki.events} steps={texts?.events ?? []} />
      )}
      <WikiForm {...props} onClose={onClose} kinds={texts?.choices ?? []} />
      <section className="border-t border-rule pt-4 text-13 text-soft">
        <h3 className="font-medium text-ink">What it needs and costs</h3>
        <p className="mt-1 text-pretty">{texts?.needs}</p>
        <p className="mt-2 text-pretty">
          Lorekeep looks every 15 minutes for pages that were changed, moved, restricted or deleted.{" "}
          {texts?.withoutEvents} {texts?.requests} Reading uses no language model. Where one is set up, titles and
          passages of pages that everybody may read are sent to it when new chat is compared with them.
        </p>
        <p className="mt-2">
          <a href="/docs/wiki" className="text-link">
            How pages are read
          </a>
        </p>
      </section>
    </div>
  );
}

function State({ integration, wiki, isReading }: WikiLineProps) {
  const { trouble, isRefused, places, restricted, unreadable, unreadableBecause, isFull, lookedAt, nextLookAt } = wiki;
  const choice = places.length > 0 ? ", or choose below what is read" : "";
  return (
    <section aria-label="What is read" className="flex flex-col gap-3 border-y border-rule py-4 text-13">
      {trouble && (
        <p role="alert" className="text-wrong wrap-anywhere">
          {trouble}{" "}
          {isRefused
            ? `No answer shows these pages until ${getPlatformName(integration.type)} lists them again. Change the account with Edit and press Test${choice}.`
            : "Pages that were read stay. It is tried again within minutes."}
        </p>
      )}
      {!integration.isActive && <p>The integration is inactive: nothing is read, and no answer shows its pages.</p>}
      {integration.isActive && isReading && <WikiProgress wiki={wiki} />}
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1.5">
        <Sizes wiki={wiki} />
        <Ages wiki={wiki} />
        {restricted > 0 && (
          <Fact name="Restricted">{formatItems(restricted, "page")}, not read: fewer people may open them</Fact>
        )}
        {unreadable > 0 && (
          <Fact name="Not readable">
            {formatItems(unreadable, "page")}: {unreadableBecause}
          </Fact>
        )}
        {lookedAt && (
          <Fact name="Last look">
            <RelativeTime at={lookedAt} />
          </Fact>
        )}
        {integration.isActive && nextLookAt && <Fact name="Next look">{nextLook(nextLookAt)}</Fact>}
      </dl>
      {isFull && <p>The platform has more pages than the 50,000 that are read. Choose below what is read.</p>}
    </section>
  );
}

function Listed({ wiki: { integrationId } }: WikiLineProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="flex flex-col gap-3">
      <Button size="small" className="self-start" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Hide the pages" : "Show the pages"}
      </Button>
      {isOpen && (
        <Suspense fallback={<div className="late skeleton h-40" />}>
          <ListedPages integrationId={integrationId} />
        </Suspense>
      )}
    </div>
  );
}

/** A look begins within a minute after it is due. */
function nextLook(at: string): string {
  const minutes = Math.ceil((Date.parse(at) - Date.now()) / 60_000);
  return minutes > 0 ? `in ${formatItems(minutes, "minute")}` : "now";
}

function Sizes({ wiki: { integrationId, pages } }: Pick<WikiLineProps, "wiki">) {
  const { data } = useWikiSize(integrationId);
  return (
    <>
      <Fact name="Pages">
        {formatItems(pages, "page")}
        {data && `, ${formatItems(data.passages, "passage")}`}
      </Fact>
      <Fact name="Database">{data ? formatBytes(data.bytes) : "…"}</Fact>
    </>
  );
}

const formatBytes = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

function Ages({ wiki: { oldestAt, newestAt, old, pages } }: Pick<WikiLineProps, "wiki">) {
  if (!oldestAt || !newestAt) return pages > 0 && <Fact name="Last changed">The platform does not say</Fact>;
  return (
    <Fact name="Last changed">
      <RelativeTime at={oldestAt} as="day" /> to <RelativeTime at={newestAt} as="day" />
      {old > 0 && `; ${formatItems(old, "page")} not for a year`}
    </Fact>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-soft">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
);

function WikiForm({ integration, wiki, onClose, kinds }: WikiSettingsProps & { kinds: readonly ReadingFilterKind[] }) {
  const { id } = integration;
  const [readers, setReaders] = useState(wiki.readers);
  const [places, setPlaces] = useState(wiki.places);
  const [needsOwnAccount, setNeedsOwnAccount] = useState(wiki.needsOwnAccount);
  const { save, stop, isSaving } = useSaving(integration, onClose);
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        save({ id, isOn: true, readers, places, ...(needsOwnAccount !== null && { needsOwnAccount }) });
      }}
    >
      <Readers {...{ integration, wiki, readers, setReaders }} />
      {kinds.length > 0 && <WikiReadingFilters {...{ integration, kinds, places, setPlaces }} />}
      {needsOwnAccount !== null && (
        <Option
          type="checkbox"
          title="Corrections only with a person’s own account"
          checked={needsOwnAccount}
          onChoose={() => setNeedsOwnAccount(!needsOwnAccount)}
        >
          {getPlatformName(integration.type)} itself then decides who may edit a page. Everybody who corrects pages from
          the inbox connects an account first, in the personal settings. Otherwise the account of the integration writes
          for those who have none.
        </Option>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        {wiki.isOn && <Stop {...{ integration, wiki }} onStop={() => stop({ id, isOn: false, readers, places })} />}
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" type="submit" disabled={isSaving}>
          {wiki.isOn ? "Save" : "Read pages"}
        </Button>
      </div>
    </form>
  );
}

interface ReadersProps extends Pick<WikiLineProps, "integration" | "wiki"> {
  readers: WikiLineProps["wiki"]["readers"];
  setReaders: (readers: WikiLineProps["wiki"]["readers"]) => void;
}

/** Lets an admin choose who gets answers from the pages, if the platform allows a choice. */
function Readers({ integration, wiki: { hidesReaders }, readers, setReaders }: ReadersProps) {
  const platform = getPlatformName(integration.type);
  if (hidesReaders)
    return (
      <section>
        <h3 className="mb-2 font-medium">Only owners and admins get answers from these pages</h3>
        <p className="text-13 text-pretty text-soft">
          {platform} does not tell Lorekeep who may open a page, and they can already see what the account sees. For the
          others, new chat becomes an article though a page has it.
        </p>
      </section>
    );
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-2 font-medium">Who gets answers from these pages?</legend>
      <Option checked={readers === "admins"} onChoose={() => setReaders("admins")} title="Only owners and admins">
        They can already see what the account sees.
      </Option>
      <Option checked={readers === "everybody"} onChoose={() => setReaders("everybody")} title={everybody(integration)}>
        Choose this only if all of them may read every page of these places that is not restricted. {platform} does not
        tell Lorekeep who may open a place, so it relies on you. Guests of the chat never get answers from pages.
      </Option>
    </fieldset>
  );
}

const everybody = ({ readerChannels }: Integration) =>
  readerChannels.length === 0
    ? "Everybody in the workspace"
    : `Members of ${new Intl.ListFormat("en").format(readerChannels.map((channel) => formatChannel(channel.name)))}`;

function Stop({
  integration: { name },
  wiki: { pages },
  onStop,
}: Pick<WikiLineProps, "integration" | "wiki"> & { onStop: () => void }) {
  return (
    <ConfirmButton
      title={`Stop reading pages of ${name}?`}
      text={`The text of ${formatItems(pages, "page")} is erased here at once, and answers no longer show it. The pages in ${name} stay as they are. Switched on again, everything is read from the beginning.`}
      confirm="Stop and erase"
      onConfirm={onStop}
    >
      <Button look="quiet" className="mr-auto">
        Stop and erase
      </Button>
    </ConfirmButton>
  );
}

function useSaving({ name }: Integration, onClose: () => void) {
  const change = useChangeWiki();
  const onError = (error: unknown) =>
    showToast({
      title: "Not saved",
      text: getErrorMessage(error, "Nothing was changed. Try again."),
      tone: "destructive",
    });
  const send = (values: Parameters<typeof change.mutate>[0], title: string, text: string) =>
    change.mutate(values, {
      onSuccess: () => {
        showToast({ title, text });
        onClose();
      },
      onError,
    });
  return {
    isSaving: change.isPending,
    save: (values: Parameters<typeof change.mutate>[0]) =>
      send(values, "Pages are read", `Answers show pages of ${name} as soon as they are read.`),
    stop: (values: Parameters<typeof change.mutate>[0]) =>
      send(values, "Pages erased", `Pages of ${name} are no longer read.`),
  };
}

interface OptionProps {
  type?: "radio" | "checkbox";
  title: string;
  checked: boolean;
  onChoose: () => void;
  children: ReactNode;
}

const Option = ({ type = "radio", title, checked, onChoose, children }: OptionProps) => (
  <label className="flex items-start gap-2.5">
    <input
      type={type}
      name={type === "radio" ? "wiki-readers" : undefined}
      className="mt-1 size-4 shrink-0 accent-accent"
      checked={checked}
      onChange={onChoose}
    />
    <span>
      {title}
      <span className="block text-13 text-pretty text-soft">{children}</span>
    </span>
  </label>
);
