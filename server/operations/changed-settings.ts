import { type Env, EnvError } from "../env.ts";
import { DEFAULT_VALUES } from "../env-variables.ts";
import { SECURITY_RELEVANT, type SettingDefaults } from "../setting-defaults.ts";

export interface ChangedSetting {
  name: string;
  change: "new" | "removed" | "default";
  /** The previous and the new default; null for a setting without one. */
  before: string | null;
  now: string | null;
  isSecurityRelevant: boolean;
  /** The operator set it, so the changed default has no effect. */
  isSet: boolean;
}

/**
 * Compares this release's settings with those of the last release (`noted`). If these are unknown (null), no change is
 * reported.
 */
export function compareSettings(
  env: Pick<Env, "given">,
  noted: SettingDefaults | null,
  current = DEFAULT_VALUES,
): ChangedSetting[] {
  if (!noted) return [];
  const changeOf = (name: string): ChangedSetting["change"] | null => {
    if (!(name in noted)) return "new";
    if (!(name in current)) return "removed";
    return noted[name] === current[name] ? null : "default";
  };
  return [...new Set([...Object.keys(noted), ...Object.keys(current)])].toSorted().flatMap((name) => {
    const change = changeOf(name);
    if (!change) return [];
    const rest = { isSecurityRelevant: SECURITY_RELEVANT.includes(name), isSet: env.given.includes(name) };
    return [{ name, change, before: noted[name] ?? null, now: current[name] ?? null, ...rest }];
  });
}

/** Changed defaults that the operator has to confirm before this release starts. */
export const listUndecidedChanges = (changes: readonly ChangedSetting[]) =>
  changes.filter((one) => one.change === "default" && one.isSecurityRelevant && !one.isSet);

export function describeChange({ name, change, before, now, isSecurityRelevant, isSet }: ChangedSetting): string {
  const mark = isSecurityRelevant ? " It is security-relevant." : "";
  if (change === "new") return `New setting ${name}; its default is ${now ?? "empty"}.${mark}`;
  if (change === "removed") return `The setting ${name} is gone: take it out of your settings.${mark}`;
  const changed = `The default of ${name} is ${now ?? "empty"}; it was ${before ?? "empty"}.${mark}`;
  return isSet ? `${changed} You have set it, so nothing changes.` : changed;
}

/** Throws an `EnvError` that names each setting and both possible values. */
export function refuseUndecided(changes: readonly ChangedSetting[]): void {
  const open = listUndecidedChanges(changes);
  if (open.length === 0) return;
  throw new EnvError(
    [
      "Security-relevant defaults have changed since this database was last run. Decide them, then start again; nothing has been changed:",
      ...open.map(
        ({ name, before, now }) =>
          `  ${name}: the default was ${before ?? "empty"} and is ${now ?? "empty"}. ${choiceOf(name, before, "what was")}; ${choiceOf(name, now, "the new default")}.`,
      ),
    ].join("\n"),
  );
}

const choiceOf = (name: string, value: string | null, meaning: string) =>
  value === null ? `For ${meaning} write a value of your own, as .env.example says` : `${name}=${value} is ${meaning}`;
