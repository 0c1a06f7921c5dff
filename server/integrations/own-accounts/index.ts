export { findAccountPlatform, findOwnAccount } from "./own-accounts.ts";
