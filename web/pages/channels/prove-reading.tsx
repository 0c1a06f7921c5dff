import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { useProveReading } from "../../api/proofs.ts";
import { ConnectionProof } from "../../components/connection-proof.tsx";
import { getChatPlatformName } from "../../lib/chat-platforms.ts";
import { Button } from "../../ui/button.tsx";

interface ProveReadingProps {
  integration: CollaborationIntegration;
  onAddChannel: () => void;
}

/** The last step of connecting a chat: its newest message is read, then channels are added. */
export default function ProveReading({ integration: { id, platform }, onAddChannel }: ProveReadingProps) {
  const proof = useProveReading();
  const name = getChatPlatformName(platform);
  return (
    <ConnectionProof
      result={
        proof.data ?? (proof.isError ? { works: false, message: "This could not be tried. Try again." } : undefined)
      }
      isRunning={proof.isPending}
      running={`Reading the last message on ${name}...`}
      start="Read the last message"
      effect={`See that Lorekeep can read ${name}: it reads the last message and says where it is.`}
      onStart={() => proof.mutate(id)}
      next={
        <Button size="small" look="primary" onClick={onAddChannel}>
          Choose channels
        </Button>
      }
    />
  );
}
