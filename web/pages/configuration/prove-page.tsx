import type { Integration } from "../../../shared/contract/integrations.ts";
import { useTestPublishing } from "../../api/proofs.ts";
import { ConnectionTest } from "../../components/connection-proof.tsx";
import { getPlatformName } from "../../lib/platforms.ts";

/** The last step of connecting a knowledge platform: a test page is written and removed. */
export default function PublishingTest({ integration: { id, type } }: { integration: Integration }) {
  const proof = useTestPublishing();
  const name = getPlatformName(type);
  return (
    <ConnectionTest
      result={
        proof.data ?? (proof.isError ? { works: false, message: "This could not be tried. Try again." } : undefined)
      }
      isRunning={proof.isPending}
      running={`Writing a page on ${name} and removing it...`}
      start="Write a test page"
      effect={`See that Lorekeep can write on ${name}: it writes a page and removes it at once. People who follow the place may be notified.`}
      onStart={() => proof.mutate(id)}
    />
  );
}
