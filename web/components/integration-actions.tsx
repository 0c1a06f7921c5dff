import { Trash2 } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { ConfirmButton } from "../ui/confirm-dialog.tsx";
import { AuthorizeAgain } from "./connect-box.tsx";

interface IntegrationActionsProps {
  integration: { id: string; name: string; isConnected?: true | undefined; trouble: string | null };
  platform: string;
  platformName: string;
  isTesting: boolean;
  onEdit: () => void;
  onTest: () => void;
  /** The dialog's text about which data is lost and which stays. */
  deleteText: ReactNode;
  /** Called after the person confirmed. Deletes the integration and shows the outcome. */
  onDelete: () => void;
  /** Further actions for this kind of integration, left of Delete. */
  children?: ReactNode;
}

/** Matches the message about a connection that the platform has revoked. A wrong space or page only needs Edit. */
const CONNECTION_ENDED = /\bConnect (?:it )?again\b/;

/** The buttons Connect again, Edit, Test and Delete in the row of a chat or knowledge integration. */
export function IntegrationActions({
  integration: { id, name, isConnected, trouble },
  platform,
  platformName,
  isTesting,
  onEdit,
  onTest,
  deleteText,
  onDelete,
  children,
}: IntegrationActionsProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isConnected && trouble && CONNECTION_ENDED.test(trouble) && (
        <AuthorizeAgain platform={platform} id={id} name={name} />
      )}
      <Button size="small" onClick={onEdit} aria-label={`Edit ${name}`}>
        Edit
      </Button>
      <Button size="small" disabled={isTesting} onClick={onTest} aria-label={`Test ${name}`}>
        {isTesting ? "Testing..." : "Test"}
      </Button>
      {children}
      <ConfirmButton title={`Delete ${name}?`} text={deleteText} confirm="Delete integration" onConfirm={onDelete}>
        <Button look="quiet" size="icon" aria-label={`Delete ${name}`}>
          <Trash2 className="size-4" aria-hidden="true" />
        </Button>
      </ConfirmButton>
      <TestProgress platform={isTesting ? platformName : null} />
    </div>
  );
}

/**
 * Shown below the buttons while an integration is tested. `platform`: null if no test is running. The element always
 * exists, so that the buttons do not move.
 */
function TestProgress({ platform }: { platform: string | null }) {
  return (
    <output className="w-0 min-w-full text-13 text-soft empty:hidden">
      {platform !== null && `Testing ${platform}. This takes up to 30 seconds.`}
    </output>
  );
}
