import type { CredentialCheck } from "../../connectors/chat-source.ts";
import { CredentialsRejected, MissingPermission, NoCredentials } from "../../connectors/errors.ts";
import type { ConnectorManifest } from "../../connectors/manifest.ts";
import { getManifest } from "../../connectors/manifests.ts";
import type { CollaborationIntegration } from "../../shared/contract/integrations.ts";
import type { StoredFieldProof } from "../db/schema.ts";
import type { ChatIntegrationRow } from "./chat-integration-queries.ts";

type Proofs = NonNullable<CollaborationIntegration["proofs"]>;

/** The proof of each stored credential, in the sequence of the form. Empty if no credential can be proven. */
export function listProofs(row: Pick<ChatIntegrationRow, "platform" | "secrets" | "proofs">): { proofs?: Proofs } {
  const { fields }: ConnectorManifest = getManifest(row.platform);
  const proofs = fields.flatMap(({ key: field, proof }): Proofs => {
    if (!proof || !row.secrets[field]) return [];
    const known = row.proofs[field];
    if (known) return [{ field, ...known }];
    if (proof.by === "test") return [{ field, state: "unknown", text: "Not checked yet. Press Test.", at: null }];
    const isUnused = row.secrets[proof.unusedWith.field] !== undefined;
    return isUnused
      ? [{ field, state: "unused", text: proof.unusedWith.text, at: null }]
      : [{ field, state: "waiting", text: proof.waiting, at: null }];
  });
  return proofs.length > 0 ? { proofs } : {};
}

/** Proofs from incoming requests. A test cannot replace these proofs. */
export function listRequestProofs(row: Pick<ChatIntegrationRow, "platform" | "proofs">): StoredFieldProof[] {
  const { fields }: ConnectorManifest = getManifest(row.platform);
  return fields.flatMap(({ key, proof }) => (proof?.by === "request" && row.proofs[key]) || []);
}

/** Proofs from a test, for every field that a test can prove, even if the result no longer has the field. */
export function listTestProofs(
  platform: ChatIntegrationRow["platform"],
  found: readonly CredentialCheck[],
): { forgotten: string[]; found: Record<string, StoredFieldProof> } {
  const at = new Date().toISOString();
  const { fields }: ConnectorManifest = getManifest(platform);
  return {
    forgotten: fields.filter(({ proof }) => proof?.by === "test").map(({ key }) => key),
    found: Object.fromEntries(found.map(({ field, ...of }) => [field, { ...of, at }])),
  };
}

/** The test result for the required credential, if the platform refuses access. */
export function findRefusedCredential(manifest: ConnectorManifest, error: unknown): CredentialCheck[] {
  const isPermission = error instanceof MissingPermission;
  const isRefused = error instanceof CredentialsRejected && !(error instanceof NoCredentials);
  if (!isPermission && !isRefused) return [];
  const text = isPermission ? "It lacks a permission." : `${manifest.name} does not accept it.`;
  const tried = manifest.fields.filter(({ proof, required }) => required && proof?.by === "test");
  return tried.map(({ key: field }) => ({ field, state: "refused", text }));
}

/** Removes proofs of credentials that were changed. */
export function dropChangedProofs(
  { proofs, secrets: before }: Pick<ChatIntegrationRow, "proofs" | "secrets">,
  after: ChatIntegrationRow["secrets"],
): Record<string, StoredFieldProof> {
  return Object.fromEntries(Object.entries(proofs).filter(([key]) => after[key]?.sealed === before[key]?.sealed));
}
