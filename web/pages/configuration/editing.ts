import type { Integration } from "../../../shared/contract/integrations.ts";

/** What the one form is open for: nothing, a new integration, or an existing one. */
export type Editing = null | "new" | Integration;
