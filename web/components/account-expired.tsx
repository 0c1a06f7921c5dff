import { getButtonClass } from "../ui/button.tsx";

/** Shown instead of every page while the browser is redirected to the plans. */
export default function AccountExpired() {
  return (
    <main className="mx-auto max-w-xl px-5 py-20">
      <h1 className="font-serif text-32 font-medium">Account Expired</h1>
      <p className="mt-3 mb-6 text-soft">
        The last payment is still missing. Articles, channels and settings are kept; they are back as soon as you renew.
      </p>
      <div className="flex flex-wrap gap-3">
        <a href="/pricing" className={getButtonClass({ look: "primary" })}>
          Renew
        </a>
        <a href="/account-expired" className={getButtonClass({})}>
          Export or Delete Instead
        </a>
      </div>
    </main>
  );
}
