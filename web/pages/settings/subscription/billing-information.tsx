import { useBillingInfo, useBillingPortal } from "../../../api/billing.ts";
import { Section } from "../../../components/section.tsx";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { QueryView } from "../../../ui/query-view.tsx";
import { getCardName } from "./card-name.ts";

/** The stored card. Cards, invoices and addresses are managed on the payment provider's own page. */
export function BillingInformation({ hasPortal }: { hasPortal: boolean }) {
  const info = useBillingInfo();
  const portal = useBillingPortal();
  const open = () =>
    portal.mutate(undefined, {
      onError: () =>
        showToast({
          title: "Error",
          text: "The billing page could not be opened. Please try again.",
          tone: "destructive",
        }),
    });
  return (
    <Section title="Billing Information">
      <QueryView query={info} loading={<div className="late skeleton mt-5 h-10" />}>
        {({ brand, last4 }) => (
          <div className="flex flex-wrap items-center justify-between gap-4 pt-5">
            {last4 ? (
              <p>
                <span className="font-medium">{getCardName(brand)}</span>{" "}
                <span className="text-soft">
                  ending in <span className="font-mono text-ink tabular-nums">{last4}</span>
                </span>
              </p>
            ) : (
              <p className="text-soft">
                {hasPortal ? "No card on file." : "No card on file. Nothing is charged, and there are no invoices."}
              </p>
            )}
            {hasPortal && last4 && (
              <Button size="small" disabled={portal.isPending} onClick={open}>
                {portal.isPending ? "Opening..." : "Change card, see invoices"}
              </Button>
            )}
          </div>
        )}
      </QueryView>
    </Section>
  );
}
