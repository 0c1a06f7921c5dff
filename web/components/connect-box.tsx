import type { ConnectorManifest } from "../../connectors/manifest.ts";
import type { ConnectPlatform } from "../../connectors/manifests.ts";
import { useBeginConnection, useConnections } from "../api/connections.ts";
import { Button } from "../ui/button.tsx";
import { SaveProblem } from "../ui/save-problem.tsx";

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
      <SaveProblem error={begin.error} />
      <p className="text-13 text-faint">Or enter the credentials of an app of your own below.</p>
    </div>
  );
}

interface ConnectAgainProps {
  platform: string;
  id: string;
  name: string;
}

/** Of an integration that was connected so and does not work any more. */
export function ConnectAgain({ platform, id, name }: ConnectAgainProps) {
  const begin = useBeginConnection();
  return (
    <>
      <Button
        size="small"
        look="primary"
        disabled={begin.isPending}
        aria-label={`Connect ${name} again`}
        onClick={() => begin.mutate({ platform: platform as ConnectPlatform, integrationId: id })}
      >
        Connect again
      </Button>
      <SaveProblem error={begin.error} />
    </>
  );
}
