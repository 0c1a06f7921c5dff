import { KNOWLEDGE_NAMES } from "../../connectors/knowledge-names.ts";

const NAMES = new Map<string, string>(Object.entries(KNOWLEDGE_NAMES));

/** A knowledge platform's name by manifest id; unknown ids are returned unchanged. */
export const getPlatformName = (id: string) => NAMES.get(id) ?? id;
