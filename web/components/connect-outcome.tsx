import { useCallback, useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import type { ConnectOutcome } from "../../shared/contract/connections.ts";
import { Button } from "../ui/button.tsx";

const SENTENCES: Record<ConnectOutcome, (name: string) => string> = {
  connected: (name) => `${name} is connected.`,
  "own-connected": (name) => `Your ${name} account is connected. Pages that you correct are edited in your name.`,
  finish: (name) => `${name} granted access. Choose below where articles are published.`,
  denied: (name) => `${name} was not connected: permission was not given. Nothing was changed.`,
  stale: (name) =>
    `${name} was not connected: this was begun in another browser, was already used, or took longer than ten minutes. Start again.`,
  "other-account": (name) =>
    `Nothing was changed: you allowed another ${name} account than the one this integration is for. Choose that one, or add another integration.`,
  taken: (name) =>
    `This team of ${name} is connected to another workspace of this installation. Remove it there first, or use an app of your own here.`,
  "no-site": () =>
    "Nothing was connected: this account sees no Confluence site. Sign in to Atlassian as one that does.",
  "other-site": (name) =>
    `Nothing was connected: this account may not use the ${name} site that this workspace reads. Choose that site, or sign in there as yourself.`,
  "not-allowed": () => "Nothing was connected: you may not do this any more. Ask an administrator.",
  "app-refused": (name) =>
    `${name} does not accept the app of this installation. Its operator has to look at the app's ID, secret and redirect address.`,
  unreachable: (name) => `${name} did not answer. Nothing was changed; try again in a moment.`,
  failed: (name) => `${name} did not confirm the permission. Nothing was changed; start again.`,
};
const GOOD: readonly string[] = ["connected", "own-connected", "finish"];

/**
 * Shows the outcome of an OAuth connection until the person closes it or leaves the page. A reload does not show it
 * again. `nameOf`: returns the names of the platforms on this page.
 */
export function ConnectOutcomeNotice({ nameOf }: { nameOf: (platform: string) => string }) {
  const [query, setQuery] = useSearchParams();
  const isFinishing = query.get("outcome") === "finish";
  // The platform's redirect loads a new page, so the outcome is read only at the first render.
  const [once, setOnce] = useState(isFinishing ? null : query);
  const isNew = query.has("outcome") && !isFinishing;
  const leaveAddress = useCallback(() => setQuery((all) => withoutOutcome(all), { replace: true }), [setQuery]);
  useEffect(() => {
    if (isNew) leaveAddress();
  }, [isNew, leaveAddress]);
  const told = isFinishing ? query : once;
  const platform = told?.get("connect");
  const outcome = told?.get("outcome");
  if (!told || !platform || !outcome || !Object.hasOwn(SENTENCES, outcome)) return null;
  const name = nameOf(platform);
  const lost = (told.get("lost") ?? "").split(" ").filter((scope) => /^[\w:.]{1,60}$/.test(scope));
  const isGood = GOOD.includes(outcome) && lost.length === 0;
  return (
    <div
      role={isGood ? "status" : "alert"}
      className="flex flex-wrap items-center justify-between gap-3 rounded-box border border-rule bg-raised p-4"
    >
      <p className={`min-w-0 flex-1 basis-64 text-15 text-pretty wrap-anywhere ${isGood ? "" : "text-wrong"}`}>
        {SENTENCES[outcome as ConnectOutcome](name)}
        {lost.length > 0 &&
          ` It no longer allows ${lost.join(", ")}. To get that back, press Edit at the integration, then Connect again.`}
      </p>
      <Button look="quiet" size="small" onClick={isFinishing ? leaveAddress : () => setOnce(null)}>
        Dismiss
      </Button>
    </div>
  );
}

function withoutOutcome(query: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(query);
  for (const name of ["connect", "outcome", "lost"]) rest.delete(name);
  return rest;
}
