import { KNOWLEDGE_NAMES } from "../../connectors/knowledge-names.ts";

const NAMES = new Map<string, string>(Object.entries(KNOWLEDGE_NAMES));

/** A knowledge platform's name by manifest id; an unknown id is shown unchanged. */
export const getPlatformName = (id: string) => NAMES.get(id) ?? id;
