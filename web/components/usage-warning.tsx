import { TriangleAlert } from "lucide-react";
import { Link } from "react-router";
import { formatCount } from "../lib/format.ts";
import { getButtonClass } from "../ui/button.tsx";
import { Permitted } from "./permissions.tsx";

export interface UsedMessages {
  used: number;
  limit: number;
  resetsAt: string;
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });

/** Shown if at least four fifths of the month's messages are used. */
export default function UsageWarning({ used, limit, resetsAt }: UsedMessages) {
  const day = DAY.format(Date.parse(resetsAt));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-busy bg-busy-wash px-4 py-2.5 text-busy sm:px-8 lg:px-12">
      <p className="flex items-start gap-2.5">
        <TriangleAlert className="mt-1 size-4 shrink-0" aria-hidden="true" />
        <span>
          <strong className="font-medium">
            {used >= limit
              ? `All ${formatCount(limit)} messages of this month are used.`
              : `${formatCount(used)} of the ${formatCount(limit)} messages of this month are used.`}
          </strong>{" "}
          {used >= limit ? "New messages wait" : "What does not fit waits"} until {day}, and nothing is lost.
        </span>
      </p>
      <Permitted change="billing">
        <Link to="/settings/subscription" className={getButtonClass({ size: "small" })}>
          Upgrade
        </Link>
      </Permitted>
    </div>
  );
}
