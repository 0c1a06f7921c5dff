export { hideNames } from "./hidden-names.ts";
export { readDueMembers, readMembers } from "./read-members.ts";
export { listHiddenChannels } from "./reader-queries.ts";
