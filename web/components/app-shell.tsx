import { lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { Outlet, useLocation } from "react-router";
import { BRAND } from "../../shared/domain/brand.ts";
import { useUser } from "../api/account.ts";
import { useBrowserEvents } from "../api/browser-events.ts";
import { ApiError } from "../api/client.ts";
import { usePresence } from "../api/presence.ts";
import { useIsExpired } from "../api/refusals.ts";
import { useReloadOnWorkspaceSwitch } from "../api/workspaces.ts";
import { setDateFormat } from "../lib/format.ts";
import { useSavedScroll } from "../lib/saved-scroll.ts";
import { QueryError } from "../ui/query-view.tsx";
import { Spinner } from "../ui/spinner.tsx";
import { PageFailure } from "./page-failure.tsx";
import { ShellOverlays } from "./palette/shell-overlays.tsx";
import { PhoneBar } from "./phone-bar.tsx";
import { SideNavigation } from "./side-navigation.tsx";
import { SubscriptionBanner } from "./subscription-banner.tsx";
import { useRestoredFocus } from "./use-kept-focus.ts";

const AccountExpired = lazy(() => import("./account-expired.tsx"));

/** The frame of all signed-in pages. Shows `signedOut` to visitors without a session. */
export function AppShell({ signedOut }: { signedOut: ReactNode }) {
  const user = useUser();
  if (useIsExpired())
    return (
      <Suspense>
        <AccountExpired />
      </Suspense>
    );
  if (user.data) {
    const { dateLocale = null, timeZone = null } = user.data;
    setDateFormat({ locale: dateLocale, timeZone });
    // The key renders the whole page again if the date format changes, because most pages show dates.
    return <SignedIn key={`${dateLocale} ${timeZone}`} />;
  }
  if (user.error instanceof ApiError && user.error.status === 401)
    return (
      <main className="px-5 py-6">
        <Suspense>{signedOut}</Suspense>
      </main>
    );
  if (user.isError)
    return (
      <main className="mx-auto max-w-xl px-5 py-16">
        <h1 className="font-serif text-32 font-medium">{BRAND}</h1>
        <QueryError error={user.error} onRetry={() => void user.refetch()} />
      </main>
    );
  return <Spinner label="Loading..." />;
}

/** Reports to the server, on every page, which page this window shows. */
function ReportPresence() {
  usePresence();
  return null;
}

function SignedIn() {
  useBrowserEvents();
  useReloadOnWorkspaceSwitch();
  useRestoredFocus();
  const { pathname, key } = useLocation();
  const main = useFocusOnNavigation(pathname);
  useSavedScroll();
  return (
    <div className="lg:grid lg:grid-cols-[16rem_minmax(0,1fr)]">
      <a
        href="#content"
        className="absolute top-2 left-2 z-50 -translate-y-20 rounded-box bg-ink px-4 py-2 text-paper focus:translate-y-0"
      >
        Skip to content
      </a>
      <ReportPresence />
      <PhoneBar key={key} />
      <aside className="sticky top-0 hidden h-dvh border-r border-rule lg:block">
        <SideNavigation />
      </aside>
      <div className="min-w-0">
        <SubscriptionBanner />
        <main
          ref={main}
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-[90rem] px-4 pt-4 pb-24 sm:px-8 md:pt-6 lg:px-12 lg:pt-10"
        >
          <PageFailure key={pathname}>
            <Suspense fallback={<div className="late skeleton h-40" />}>
              <Outlet />
            </Suspense>
          </PageFailure>
        </main>
      </div>
      <ShellOverlays />
    </div>
  );
}

/** Moves the focus to each new page, so that a screen reader starts at the page's top. */
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
