export const UNPACKED_MEDIAWIKI: string;
export function findMediaWiki(machine?: { exists?: (path: string) => boolean }): string | null;
