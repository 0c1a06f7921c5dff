import type { Integration } from "../../../shared/contract/integrations.ts";

/** The target of the form: none, a new integration, or an existing one. */
export type EditTarget = null | "new" | Integration;
