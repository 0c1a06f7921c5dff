import { clsx } from "clsx";
import { Plus } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link, useLocation } from "react-router";
import { BRAND } from "../../shared/domain/brand.ts";
import { Button } from "../ui/button.tsx";
import { ConnectedBadge } from "./connected-badge.tsx";
import { FailingIntegrations } from "./failing-integrations.tsx";
import { SETTINGS_ROOT } from "./navigation-items.ts";
import { Permitted } from "./permissions.tsx";

interface PageProps {
  title: string;
  description: string;
  extra?: ReactNode;
  /** On a phone only the title is shown, in one line with 'Connected'. */
  isShortOnPhone?: boolean;
  onAddIntegration?: () => void;
  children: ReactNode;
}

/** The frame of every signed-in page: title, description, 'Connected', and the page's buttons. */
export function Page({ title, description, extra, isShortOnPhone, onAddIntegration, children }: PageProps) {
  usePageTitle(title);
  const isSetting = useLocation().pathname.startsWith(`${SETTINGS_ROOT}/`);
  return (
    <>
      {isSetting && (
        <Link to={SETTINGS_ROOT} className="touch inline-block pb-1 text-13 text-link lg:hidden">
          ← Settings
        </Link>
      )}
      <header
        className={clsx(
          "flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pb-4 md:gap-y-4 md:pb-6",
          isShortOnPhone && "max-sm:items-center max-sm:gap-x-2 max-sm:gap-y-1 max-sm:pb-1",
        )}
      >
        <div className="max-w-[60ch]">
          <h1 className={clsx("font-serif text-32 font-medium tracking-[-0.01em]", isShortOnPhone && "max-sm:text-19")}>
            {title}
          </h1>
          <p className={clsx("mt-1.5 text-soft", isShortOnPhone && "max-sm:hidden")}>{description}</p>
        </div>
        <div className="flex flex-wrap items-center gap-3 max-sm:[&_button]:px-3">
          {/* Takes a whole line on a phone if two buttons follow it. */}
          <span className="flex flex-wrap items-center gap-1.5 max-sm:[&:has(~*~*)]:basis-full">
            <ConnectedBadge />
            <FailingIntegrations />
          </span>
          {extra}
          {onAddIntegration && (
            <Permitted change="integrations">
              <Button onClick={onAddIntegration}>
                <Plus className="size-4" aria-hidden="true" />
                Add Integration
              </Button>
            </Permitted>
          )}
        </div>
      </header>
      {children}
    </>
  );
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${BRAND}`;
  }, [title]);
}
