import type { ConnectorManifest } from "../../connectors/manifest.ts";
import type { ConnectPlatform } from "../../connectors/manifests.ts";
import { useBeginConnection, useConnections } from "../api/connections.ts";
import { ApiError } from "../lib/api-error.ts";
import { Button } from "../ui/button.tsx";

/** The way without tokens, where the operator configured an app for the platform; nothing where not. */
export function ConnectBox({ manifest }: { manifest: ConnectorManifest }) {
  const { data } = useConnections();
  const begin = useBeginConnection();
  const platform = data?.platforms.find((id) => id === manifest.id);
  if (!manifest.connect || !platform) return null;
  const { label, text } = manifest.connect;
  return (
    <div className="flex flex-col gap-3 rounded-box border border-rule p-4">
      <p className="text-13 text-soft">{text}</p>
      <div>
        <Button look="primary" disabled={begin.isPending} onClick={() => begin.mutate({ platform })}>
          {begin.isPending ? `Opening ${manifest.name}...` : label}
        </Button>
      </div>
      <NotBegun error={begin.error} />
      <p className="text-13 text-faint">Or enter credentials of your own below.</p>
    </div>
  );
}

/** Why the browser did not leave for the platform. */
function NotBegun({ error }: { error: unknown }) {
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
  /** The fields of an app of one's own are shown. */
  isOwnApp: boolean;
  onOwnApp: (isOwn: boolean) => void;
}

/** In the form of an integration that was connected so: there is no token, and it can be allowed anew. */
export function ConnectedBox({ manifest, id, name, isOwnApp, onOwnApp }: ConnectedBoxProps) {
  return (
    <div className="flex flex-col gap-3 rounded-box border border-rule p-4">
      <p className="text-13 text-pretty text-soft">
        {isOwnApp
          ? "What you enter below takes the place of the connection."
          : `Connected by OAuth: there is no token to enter. Connect again to allow more, or to let ${manifest.name} ask once more.`}
      </p>
      <div className="flex flex-wrap gap-3">
        <ConnectAgain platform={manifest.id} id={id} name={name} look={isOwnApp ? "quiet" : "plain"} />
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

/** Of an integration that was connected so: the same account is asked once more. */
export function ConnectAgain({ platform, id, name, look = "primary" }: ConnectAgainProps) {
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
      <NotBegun error={begin.error} />
    </>
  );
}
