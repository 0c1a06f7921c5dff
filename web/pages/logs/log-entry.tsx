import { memo } from "react";
import { Link } from "react-router";
import type { Log } from "../../../shared/contract/activity.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Badge } from "../../ui/badge.tsx";
import { LOG_TYPE_NAMES } from "./log-types.ts";

interface LogEntryProps {
  log: Log;
  isOpen: boolean;
  onToggle: (id: string, isOpen: boolean) => void;
}

export const LogEntry = memo(function LogEntry({ log, isOpen, onToggle }: LogEntryProps) {
  const { badge, tone } = LOG_TYPE_NAMES[log.type];
  const { articleId } = log.data;
  return (
    <div className="grid gap-x-5 gap-y-1.5 border-b border-rule py-3.5 md:grid-cols-[9rem_10rem_1fr]">
      <span>
        <Badge tone={tone}>{badge}</Badge>
      </span>
      <span className="text-13 text-faint tabular-nums md:pt-0.5">
        <RelativeTime at={log.createdAt} as="minute" />
      </span>
      <div className="min-w-0">
        <p className="break-words">{log.message}</p>
        {Object.keys(log.data).length > 0 && (
          <details className="mt-1" open={isOpen} onToggle={(event) => onToggle(log.id, event.currentTarget.open)}>
            <summary className="touch w-fit py-0.5 text-13 text-accent">View Details</summary>
            {isOpen && (
              <>
                {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- long data is scrolled by keyboard as well */}
                <pre tabIndex={0} className="mt-2 max-h-96 overflow-auto rounded-box bg-sunken p-3 font-mono text-13">
                  {JSON.stringify(log.data, null, 2)}
                </pre>
                {typeof articleId === "string" && (
                  <Link to={`/articles/${articleId}`} className="text-link mt-2 inline-block text-13">
                    Open the article
                  </Link>
                )}
              </>
            )}
          </details>
        )}
      </div>
    </div>
  );
});
