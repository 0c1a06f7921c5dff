import { Contrast, Search } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { CHAT_MANIFESTS } from "../../../connectors/chat-manifests.ts";
import { KNOWLEDGE_NAMES } from "../../../connectors/knowledge-names.ts";
import { Page } from "../../components/page.tsx";
import { ALL_PAGES } from "../../components/palette/all-pages.ts";
import { matchesSomeTyped, matchesTyped } from "../../components/palette/matches-typed.ts";
import { useCan } from "../../components/permissions.tsx";
import { SETTINGS_GROUPS, type SettingsEntry } from "../../components/settings-entries.ts";
import { ThemeSwitch } from "../../components/theme-switch.tsx";
import { Button } from "../../ui/button.tsx";
import { SETTING_STATES } from "./setting-states.ts";

/** Names of platforms, so that a search for one finds the page on which it is connected. */
const PLATFORM_NAMES: Record<string, string> = {
  "/channels": CHAT_MANIFESTS.map(({ name }) => name).join(" "),
  "/configuration": Object.values(KNOWLEDGE_NAMES).join(" "),
};

/** All settings, grouped and searchable, each with its current state. */
export default function SettingsPage() {
  const [query, setQuery] = useState("");
  const may = useCan();
  const readable = (entry: SettingsEntry) => !entry.reads || may("read", entry.reads);
  const found = findGroups((text) => matchesTyped(query, text), readable);
  const groups = found.length > 0 ? found : findGroups((text) => matchesSomeTyped(query, text), readable);
  return (
    <Page title="Settings" description="Yours and the workspace's">
      <search className="relative block max-w-md">
        <Search className="pointer-events-none absolute top-3 left-3 size-4 text-faint" aria-hidden="true" />
        <input
          type="search"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          placeholder="Search settings"
          aria-label="Search settings"
          className="field-box pl-9!"
        />
      </search>
      <div className="mt-8 grid max-w-5xl gap-x-12 gap-y-10 lg:grid-cols-2">
        {groups.map(({ name, entries }) => (
          <section key={name} aria-label={name}>
            <h2 className="font-serif text-19">{name}</h2>
            <ul className="mt-2 divide-y divide-rule border-y border-rule">
              {entries.map((entry) => (
                <Entry key={entry.label} {...entry} />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <output className="block text-soft">{groups.length === 0 && `Nothing found for “${query}”.`}</output>
      {groups.length === 0 && (
        <Button className="mt-3" onClick={() => setQuery("")}>
          Show all settings
        </Button>
      )}
    </Page>
  );
}

function findGroups(matches: (text: string) => boolean, isReadable: (entry: SettingsEntry) => boolean) {
  const textOf = (group: string, { to = "", label, about, keywords = "" }: SettingsEntry) =>
    `${group} ${label} ${about} ${keywords} ${PLATFORM_NAMES[to] ?? ""}`;
  return SETTINGS_GROUPS.map(({ name, entries }) => ({
    name,
    entries: entries.filter((entry) => isReadable(entry) && matches(textOf(name, entry))),
  })).filter(({ entries }) => entries.length > 0);
}

function Entry({ to, label, about }: SettingsEntry) {
  if (to === undefined)
    return (
      <li className="flex min-h-14 items-center gap-3 py-1">
        <Contrast className="size-[1.125rem] shrink-0 text-faint" aria-hidden="true" />
        <Words label={label} about={about} />
        <span className="ml-auto">
          <ThemeSwitch />
        </span>
      </li>
    );
  const [path] = to.split("#");
  const Icon = ALL_PAGES.find((page) => page.to === path)?.Icon;
  const State = SETTING_STATES[to];
  return (
    <li>
      <Link to={to} className="flex min-h-14 items-start gap-3 py-3 hover:text-accent">
        {Icon && <Icon className="mt-0.5 size-[1.125rem] shrink-0 text-faint" aria-hidden="true" />}
        <Words label={label} about={about} />
        {State && (
          <span className="ml-auto max-w-1/2 shrink-0 text-right text-13 wrap-break-word text-soft">
            <State />
          </span>
        )}
      </Link>
    </li>
  );
}

function Words({ label, about }: Pick<SettingsEntry, "label" | "about">) {
  return (
    <span className="min-w-0">
      <span className="block font-medium">{label}</span>
      <span className="block text-13 text-soft">{about}</span>
    </span>
  );
}
