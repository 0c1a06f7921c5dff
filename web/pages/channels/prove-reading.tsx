import type { CollaborationIntegration } from "../../../shared/contract/integrations.ts";
import { useTestReading } from "../../api/proofs.ts";
import { ConnectionTest } from "../../components/connection-proof.tsx";
import { getChatPlatformName } from "../../lib/chat-platforms.ts";
import { Button } from "../../ui/button.tsx";

interface ReadingTestProps {
  integration: CollaborationIntegration;
  onAddChannel: () => void;
}

/** The last step of connecting a chat: its newest message is read, then channels are added. */
export default function ReadingTest({ integration: { id, platform }, onAddChannel }: ReadingTestProps) {
  const proof = useTestReading();
  const name = getChatPlatformName(platform);
  return (
    <ConnectionTest
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
