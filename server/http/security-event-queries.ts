import { newId } from "../db/new-id.ts";
import { securityEvents } from "../db/schema.ts";
import type { Database } from "../db/workspace-scope.ts";

export async function insertSecurityEvent(
  db: Database,
  event: Omit<typeof securityEvents.$inferInsert, "id">,
): Promise<void> {
  await db.insert(securityEvents).values({ id: newId(), ...event });
}
