import { ArrowRight } from "lucide-react";
import { Link } from "react-router";
import type { AuditEntry } from "../../../../shared/contract/audit.ts";
import { RelativeTime } from "../../../components/moment.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { type AuditChange, getAuditAction, listChanges, RESOURCE_NAMES } from "./facts.ts";

const IDS_SHOWN = 3;

interface AuditRowProps {
  entry: AuditEntry;
  /** Display names by id. */
  names: Readonly<Record<string, string>>;
}

export function AuditRow({ entry, names }: AuditRowProps) {
  const { at, actor, summary, thing, thingIds, ip } = entry;
  const changes = listChanges(entry);
  return (
    <li className="grid gap-x-6 gap-y-2 border-b border-rule py-4 md:grid-cols-[10rem_12rem_minmax(0,1fr)]">
      <p className="text-13 text-faint tabular-nums md:pt-0.5">
        <RelativeTime at={at} as="minute" />
      </p>
      <div className="min-w-0">
        <p className="font-medium break-words">{nameOf(actor)}</p>
        {ip && <p className="font-mono text-12 break-all text-faint">{ip}</p>}
      </div>
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
          <span className="break-words">{getAuditAction(summary)}</span>
          <Badge tone="outline">{RESOURCE_NAMES[thing as keyof typeof RESOURCE_NAMES] ?? thing}</Badge>
        </p>
        {changes.length > 0 && (
          <dl className="mt-1.5 flex flex-wrap gap-x-5 gap-y-1 text-13">
            {changes.map((change) => (
              <ChangeLine key={change.name} {...change} />
            ))}
          </dl>
        )}
        {thingIds.length > 0 && (
          <p className="mt-1.5 text-13 break-words text-faint">
            {thingIds.slice(0, IDS_SHOWN).map((id) => (
              <ThingName key={id} id={id} name={names[id]} isArticle={thing === "articles"} />
            ))}
            {thingIds.length > IDS_SHOWN && `and ${thingIds.length - IDS_SHOWN} more`}
          </p>
        )}
      </div>
    </li>
  );
}

/** Shows the name. If the object is deleted or the reader may not see it, shows the end of its id. */
function ThingName({ id, name, isArticle }: { id: string; name: string | undefined; isArticle: boolean }) {
  const shown = name ?? <span className="font-mono text-12">…{id.slice(-6)}</span>;
  return (
    <span title={id} className="mr-3 inline-block max-w-full wrap-anywhere" dir="auto">
      {isArticle ? (
        <Link to={`/articles/${id}`} className="text-link">
          {shown}
        </Link>
      ) : (
        shown
      )}
    </span>
  );
}

function ChangeLine({ name, from, to }: AuditChange) {
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <dt className="text-soft">{name}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2 break-all">
        {from !== null && <span className={to === null ? undefined : "text-faint"}>{from}</span>}
        {from !== null && to !== null && <ArrowRight className="size-3.5 text-faint" aria-label="to" />}
        {to !== null && <span className="font-medium">{to}</span>}
        {to === null && <span className="text-faint">(removed)</span>}
      </dd>
    </div>
  );
}

function nameOf({ kind, id, name }: AuditEntry["actor"]): string {
  if (kind === "directory") return "Company directory";
  if (kind === "key") return name ? `API key ‘${name}’` : "A revoked API key";
  if (kind === "chat") return name ? `${name}, in the chat` : "Somebody in the chat";
  return name ?? (id ? "A removed person" : "A deleted account");
}
