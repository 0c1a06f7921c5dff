import type { CredentialFound } from "../../connectors/chat-source.ts";
import type { ConnectorManifest } from "../../connectors/manifest.ts";
import { getManifest } from "../../connectors/manifests.ts";
import type { CollaborationIntegration } from "../../shared/contract/integrations.ts";
import type { StoredProof } from "../db/schema.ts";
import type { ChatIntegrationRow } from "./queries.ts";

type Proofs = NonNullable<CollaborationIntegration["proofs"]>;

/** What is known of each stored credential, in the order of the form; nothing where none can be proven. */
export function proofsOf(row: Pick<ChatIntegrationRow, "platform" | "secrets" | "proofs">): { proofs?: Proofs } {
  const { fields }: ConnectorManifest = getManifest(row.platform);
  const proofs = fields.flatMap(({ key: field, proof }): Proofs => {
    if (!proof || !row.secrets[field]) return [];
    const known = row.proofs[field];
    if (known) return [{ field, ...known }];
    if (proof.by === "test")
      return [{ field, state: "unknown", text: "Not proven yet: press Test to try it.", at: null }];
    const isUnused = row.secrets[proof.unusedWith.field] !== undefined;
    return isUnused
      ? [{ field, state: "unused", text: proof.unusedWith.text, at: null }]
      : [{ field, state: "waiting", text: proof.waiting, at: null }];
  });
  return proofs.length > 0 ? { proofs } : {};
}

/** What a test found, and what requests proved before: no test can say anything of that. */
export function proofsAfterTest(
  row: Pick<ChatIntegrationRow, "platform" | "proofs">,
  found: readonly CredentialFound[],
): Record<string, StoredProof> {
  const at = new Date().toISOString();
  const { fields }: ConnectorManifest = getManifest(row.platform);
  const kept = fields.flatMap(({ key, proof }) => {
    const known = row.proofs[key];
    return known && proof?.by === "request" ? [[key, known] as const] : [];
  });
  return {
    ...Object.fromEntries(kept),
    ...Object.fromEntries(found.map(({ field, ...of }) => [field, { ...of, at }])),
  };
}

/** Without what was known of credentials that are now others. */
export function proofsAfterChange(
  { proofs, secrets: before }: Pick<ChatIntegrationRow, "proofs" | "secrets">,
  after: ChatIntegrationRow["secrets"],
): Record<string, StoredProof> {
  return Object.fromEntries(Object.entries(proofs).filter(([key]) => after[key]?.sealed === before[key]?.sealed));
}
