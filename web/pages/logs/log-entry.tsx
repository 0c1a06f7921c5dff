import type { Log } from "../../../shared/contract/activity.ts";
import { Moment } from "../../components/moment.tsx";
import { Badge } from "../../ui/badge.tsx";
import { LOG_TYPE_NAMES } from "./log-types.ts";

export function LogEntry({ log }: { log: Log }) {
  const { badge, tone } = LOG_TYPE_NAMES[log.type];
  return (
    <li className="grid gap-x-5 gap-y-1.5 py-3.5 md:grid-cols-[9rem_10rem_1fr]">
      <span>
        <Badge tone={tone}>{badge}</Badge>
      </span>
      <span className="text-13 text-faint tabular-nums md:pt-0.5">
        <Moment at={log.createdAt} as="minute" />
      </span>
      <div className="min-w-0">
        <p className="break-words">{log.message}</p>
        {Object.keys(log.data).length > 0 && (
          <details className="mt-1">
            <summary className="w-fit text-13 text-accent">View Details</summary>
            <pre className="mt-2 overflow-x-auto rounded-box bg-sunken p-3 font-mono text-13">
              {JSON.stringify(log.data, null, 2)}
            </pre>
          </details>
        )}
      </div>
    </li>
  );
}
