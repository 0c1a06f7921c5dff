import { HOST_NAMES, KNOWLEDGE_NAMES } from "../../connectors/knowledge-names.ts";

const NAMES = new Map<string, string>(Object.entries({ ...KNOWLEDGE_NAMES, ...HOST_NAMES }));

/** The name of a knowledge platform, or of a host on which people have accounts; unknown ids are returned unchanged. */
export const getPlatformName = (id: string) => NAMES.get(id) ?? id;
