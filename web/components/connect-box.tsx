import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import type { ConnectorManifest } from "../../connectors/manifest.ts";
import type { ConnectPlatform } from "../../connectors/manifests.ts";
import { useBeginConnection, useConnections } from "../api/connections.ts";
import { ApiError } from "../lib/api-error.ts";
import { Button } from "../ui/button.tsx";

/**
 * Whether the platform can be connected by OAuth. `unknown` until the server has reported the platforms for which the
 * operator configured an app.
 */
export function useConnectOffer(manifest: ConnectorManifest | undefined): "unknown" | "none" | ConnectPlatform {
  const { data, isPending } = useConnections();
  if (isPending) return "unknown";
  return (manifest?.connect && data?.platforms.find((platform) => platform === manifest.id)) ?? "none";
}

interface ConnectBoxProps {
  manifest: ConnectorManifest;
  platform: ConnectPlatform;
  /** True if the person enters credentials of the workspace's own app, so that the fields and the guide are shown. */
  isOwnApp: boolean;
  onOwnApp: (isOwn: boolean) => void;
}

/**
 * Connects by OAuth if the operator configured an app for the platform. The form for credentials is below, collapsed.
 */
export function ConnectBox({ manifest, platform, isOwnApp, onOwnApp }: ConnectBoxProps) {
  const begin = useBeginConnection();
  if (!manifest.connect) return null;
  const { label, text, own } = manifest.connect;
  return (
    <>
      <div className="flex flex-col gap-3 rounded-box border border-rule p-4">
        <p className="text-13 text-pretty text-soft">{text}</p>
        <div>
          <Button look="primary" disabled={begin.isPending} onClick={() => begin.mutate({ platform })}>
            {begin.isPending ? `Opening ${manifest.name}...` : label}
          </Button>
        </div>
        <ConnectFailure error={begin.error} />
      </div>
      <button
        type="button"
        aria-expanded={isOwnApp}
        className="touch inline-flex items-center gap-1.5 self-start text-13 text-link"
        onClick={() => onOwnApp(!isOwnApp)}
      >
        <ChevronRight aria-hidden="true" className={clsx("size-4 transition-transform", isOwnApp && "rotate-90")} />
        Or connect with your own {own}
      </button>
    </>
  );
}

/** Explains why the browser could not be sent to the platform. */
function ConnectFailure({ error }: { error: unknown }) {
  if (!error) return null;
  const why = error instanceof ApiError ? error.explanation : "No answer came from the server. Check your connection.";
  return (
    <p role="alert" className="text-13 text-pretty text-wrong">
      {why} Nothing was changed.
    </p>
  );
}

interface ConnectedBoxProps {
  manifest: ConnectorManifest;
  id: string;
  name: string;
  /** True if the person enters credentials of the workspace's own app, so that the fields are shown. */
  isOwnApp: boolean;
  onOwnApp: (isOwn: boolean) => void;
}

/**
 * Shown in place of the credential fields of an integration that is connected by OAuth and has no token. The person can
 * authorize the app again.
 */
export function OAuthCredentials({ manifest, id, name, isOwnApp, onOwnApp }: ConnectedBoxProps) {
  return (
    <div className="flex flex-col gap-3 rounded-box border border-rule p-4">
      <p className="text-13 text-pretty text-soft">
        {isOwnApp
          ? "What you enter below takes the place of the connection."
          : `Connected by OAuth: there is no token to enter. Connect again to allow more, or to let ${manifest.name} ask once more.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <AuthorizeAgain platform={manifest.id} id={id} name={name} look={isOwnApp ? "quiet" : "plain"} />
        <Button size="small" look="quiet" aria-pressed={isOwnApp} onClick={() => onOwnApp(!isOwnApp)}>
          Use an app of your own
        </Button>
      </div>
    </div>
  );
}

interface ConnectAgainProps {
  platform: string;
  id: string;
  name: string;
  look?: "primary" | "plain" | "quiet";
}

/** Authorizes an OAuth integration again with the same account. */
export function AuthorizeAgain({ platform, id, name, look = "primary" }: ConnectAgainProps) {
  const begin = useBeginConnection();
  return (
    <>
      <Button
        size="small"
        look={look}
        disabled={begin.isPending}
        aria-label={`Connect ${name} again`}
        onClick={() => begin.mutate({ platform: platform as ConnectPlatform, integrationId: id })}
      >
        Connect again
      </Button>
      <ConnectFailure error={begin.error} />
    </>
  );
}
