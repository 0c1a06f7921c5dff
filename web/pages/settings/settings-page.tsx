import { Contrast, Search } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { useCan } from "../../components/may.tsx";
import { Page } from "../../components/page.tsx";
import { ALL_PAGES } from "../../components/palette/all-pages.ts";
import { ThemeSwitch } from "../../components/theme-switch.tsx";
import { SETTING_STATES } from "./setting-states.ts";
import { SETTINGS_GROUPS, type SettingsEntry } from "./settings-groups.ts";

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** All settings, grouped and searchable, each with its current state. */
export default function SettingsPage() {
  const [query, setQuery] = useState("");
  const may = useCan();
  const words = wordsOf(query);
  const matches = (group: string, { label, about, keywords = "" }: SettingsEntry) =>
    words.every((word) => wordsOf(`${group} ${label} ${about} ${keywords}`).some((one) => one.startsWith(word)));
  const groups = SETTINGS_GROUPS.map(({ name, entries }) => ({
    name,
    entries: entries.filter((entry) => (!entry.reads || may("read", entry.reads)) && matches(name, entry)),
  })).filter(({ entries }) => entries.length > 0);
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
      <output className="block text-soft">{groups.length === 0 && `No setting is called “${query}”.`}</output>
    </Page>
  );
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
  const Icon = ALL_PAGES.find((page) => page.to === to)?.Icon;
  const State = SETTING_STATES[to];
  return (
    <li>
      <Link to={to} className="flex min-h-14 items-start gap-3 py-3 hover:text-accent">
        {Icon && <Icon className="mt-0.5 size-[1.125rem] shrink-0 text-faint" aria-hidden="true" />}
        <Words label={label} about={about} />
        {State && (
          <span className="ml-auto min-w-0 text-right text-13 break-words text-soft">
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
