import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { WIKI_HEALTH_PATH } from "../../../shared/domain/notifications.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Facts } from "../../ui/facts.tsx";
import { type WikiLineProps, WikiProgress } from "./wiki-progress.tsx";

const WikiSettings = lazy(() => import("./wiki-settings.tsx"));

/** Says whether people's pages on a platform are read. Opens the settings for that. */
export default function WikiLine({ integration, wiki, isReading }: WikiLineProps) {
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const title = `Pages of ${integration.name}`;
  return (
    <div className="flex basis-full flex-wrap items-center justify-between gap-x-6 gap-y-2 sm:pl-8">
      <div className="min-w-0 flex-1 basis-72 text-13 text-soft">
        <WikiState {...{ integration, wiki, isReading }} />
      </div>
      {wiki.isOn && (
        <Link to={WIKI_HEALTH_PATH} className="text-13 text-link">
          Wiki health
        </Link>
      )}
      <Button
        size="small"
        onClick={() => setOpen(true)}
        // The label begins with the visible words, because voice control listens for them.
        aria-label={wiki.isOn ? title : `Read pages from this wiki: ${integration.name}`}
      >
        {wiki.isOn ? "Pages" : "Read pages from this wiki"}
      </Button>
      <Dialog title={title} open={open} onClose={close} closesOutside={wiki.isOn}>
        {open && (
          <Suspense fallback={<div className="mt-4 h-96 late skeleton" />}>
            <WikiSettings {...{ integration, wiki, isReading }} onClose={close} />
          </Suspense>
        )}
      </Dialog>
    </div>
  );
}

function WikiState({ integration: { isActive }, wiki, isReading }: WikiLineProps) {
  const { isOn, trouble, pages, readers, lookedAt } = wiki;
  if (!isOn) return "Pages that people wrote here are not read.";
  if (!isActive) return "Pages are not read while the integration is inactive, and no answer shows them.";
  if (trouble) return <p className="text-wrong wrap-anywhere">{`Pages: ${trouble}`}</p>;
  if (isReading) return <WikiProgress wiki={wiki} />;
  return (
    <Facts>
      {`${formatItems(pages, "page")} read`}
      {readers === "everybody" ? "answers for everybody with access" : "answers for owners and admins"}
      {lookedAt && (
        <>
          looked <RelativeTime at={lookedAt} />
        </>
      )}
    </Facts>
  );
}
