import {
  buildConfigSchema,
  type ConnectorManifest,
  findFieldProblem,
  joinCredential,
} from "../../connectors/manifest.ts";
import { getManifest, KNOWLEDGE_PLATFORMS, type KnowledgePlatform } from "../../connectors/manifests.ts";
import { invalid } from "../errors.ts";
import { isMasked } from "../secrets/mask.ts";

/**
 * Checks that a knowledge integration's values fulfil all rules of the manifest. `isConnected`: an OAuth grant replaces
 * the token's field.
 */
export function checkKnowledgeFields(
  type: string,
  fields: Record<string, string>,
  { isConnected = false }: { isConnected?: boolean } = {},
): void {
  const whole = getKnowledgeManifest(type);
  const isAsked = (key: string) => !isConnected || key !== whole.connect?.field;
  const manifest = { ...whole, fields: whole.fields.filter(({ key }) => isAsked(key)) };
  const checked = buildConfigSchema(manifest).safeParse(isConnected ? fields : joinCredential(whole, fields));
  if (checked.success) return;
  const wrong = checked.error.issues.map((issue) => ({ path: issue.path.join("."), message: issue.message }));
  throw invalid(wrong.map(({ message }) => message).join(" "), wrong);
}

export function getKnowledgeManifest(type: string): ConnectorManifest {
  if (!KNOWLEDGE_PLATFORMS.includes(type as KnowledgePlatform)) {
    throw invalid(`'${type.slice(0, 40)}' is no knowledge platform. Choose ${KNOWLEDGE_PLATFORMS.join(", ")}.`, [
      { path: "type", message: "Unknown platform." },
    ]);
  }
  return getManifest(type as KnowledgePlatform);
}

/** Checks the entered values of a chat integration. Missing values are allowed, because 'Test' reports them. */
export function checkChatFields(manifest: ConnectorManifest, given: Record<string, string | undefined>): void {
  const wrong = manifest.fields.flatMap((field) => {
    const value = given[field.key]?.trim();
    const message = !value || isMasked(value) ? null : findFieldProblem(manifest, field, value);
    return message === null ? [] : [{ path: `config.${field.key}`, message }];
  });
  const known = new Set(manifest.fields.map((field) => field.key));
  const foreign = Object.entries(given).filter(
    ([key, value]) => value !== undefined && value !== "" && !known.has(key),
  );
  for (const [key] of foreign) {
    wrong.push({ path: `config.${key}`, message: `${manifest.name} has no field '${key}'.` });
  }
  if (wrong.length > 0) throw invalid(wrong.map(({ message }) => message).join(" "), wrong);
}

/** Labels of required fields that a stored configuration lacks. */
export function listMissingFields({ fields }: ConnectorManifest, config: Record<string, unknown>): string[] {
  const needed = fields.filter((field) => field.required);
  return needed.filter((field) => !config[field.key]).map((field) => field.label);
}
