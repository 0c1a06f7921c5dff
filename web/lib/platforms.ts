import { KNOWLEDGE_NAMES } from "../../connectors/knowledge-names.ts";

const NAMES = new Map<string, string>(Object.entries(KNOWLEDGE_NAMES));

/** 'SharePoint' for 'sharepoint', of knowledge platforms; an unknown one keeps its word. */
export const platformName = (id: string) => NAMES.get(id) ?? id;
