ALTER TABLE "webhooks" ADD COLUMN "made_by" uuid;
--> statement-breakpoint
UPDATE webhooks w SET made_by = (SELECT e.done_by FROM audit_entries e WHERE e.workspace_id = w.workspace_id
  AND e.action = 'POST /api/webhooks' AND w.id::text = ANY (e.thing_ids) ORDER BY e.at DESC LIMIT 1);
