import { KNOWLEDGE_NAMES } from "../../connectors/knowledge-names.ts";

const NAMES = new Map<string, string>(Object.entries(KNOWLEDGE_NAMES));

/** 'SharePoint' for 'sharepoint', of knowledge platforms; an unknown one is shown as it is stored. */
export const platformName = (id: string) => NAMES.get(id) ?? id;
