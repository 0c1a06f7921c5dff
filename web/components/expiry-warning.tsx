import { TriangleAlert } from "lucide-react";
import { formatItems } from "../lib/format.ts";
import { getButtonClass } from "../ui/button.tsx";

/** The server renders /pricing, so the link leaves the app. */
export default function ExpiryWarning({ days }: { days: number }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-busy bg-busy-wash px-4 py-2.5 text-busy sm:px-8 lg:px-12">
      <p className="flex items-center gap-2.5 font-medium">
        <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
        Your subscription expires in {formatItems(days, "day")}.
      </p>
      <a href="/pricing" className={getButtonClass({ size: "small" })}>
        Renew
      </a>
    </div>
  );
}
