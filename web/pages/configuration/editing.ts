import type { Integration } from "../../../shared/contract/integrations.ts";

/** The target of the form: null if closed, a new integration, or an existing one. */
export type EditTarget = null | "new" | Integration;
