export const UNPACKED: string;
export function findMediaWiki(machine?: { exists?: (path: string) => boolean }): string | null;
