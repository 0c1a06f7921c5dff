import { TriangleAlert } from "lucide-react";
import { formatItems } from "../lib/format.ts";
import { buttonClass } from "../ui/button.tsx";

const DAY_MS = 24 * 60 * 60 * 1000;
const WARN_DAYS = 7;

interface SubscriptionBannerProps {
  /** What GET /api/subscription answers; undefined where there is no billing or nothing is known yet. */
  subscription: { plan: string; isActive: boolean; expiresAt: string | null } | undefined;
}

/** Whole days rounded up while there are 1 to 7 of them; null for everything else. */
export function daysLeft(subscription: SubscriptionBannerProps["subscription"], now = Date.now()): number | null {
  if (!subscription?.isActive || !subscription.expiresAt) return null;
  const days = Math.ceil((Date.parse(subscription.expiresAt) - now) / DAY_MS);
  return days >= 1 && days <= WARN_DAYS ? days : null;
}

/** Stands above every page when access ends soon. /pricing is a page of the server: the link leaves the app. */
export function SubscriptionBanner({ subscription }: SubscriptionBannerProps) {
  const days = daysLeft(subscription);
  return (
    <output data-slot="subscription-banner" className="block">
      {days !== null && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-b border-busy bg-busy-wash px-4 py-2.5 text-busy sm:px-8 lg:px-12">
          <p className="flex items-center gap-2.5 font-medium">
            <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
            Your subscription expires in {formatItems(days, "day")}.
          </p>
          <a href="/pricing" className={buttonClass({ size: "small" })}>
            Renew
          </a>
        </div>
      )}
    </output>
  );
}
