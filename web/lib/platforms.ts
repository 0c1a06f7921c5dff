import { KNOWLEDGE_NAMES } from "../../connectors/knowledge-names.ts";

const NAMES = new Map<string, string>(Object.entries(KNOWLEDGE_NAMES));

/** Its name for the id of its manifest, of knowledge platforms; an unknown one is shown as it is stored. */
export const platformName = (id: string) => NAMES.get(id) ?? id;
