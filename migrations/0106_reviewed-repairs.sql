DROP INDEX "wiki_repairs_due";--> statement-breakpoint
ALTER TABLE "wiki_repairs" ADD COLUMN "declined" jsonb;--> statement-breakpoint
CREATE INDEX "wiki_repairs_due" ON "wiki_repairs" USING btree ("next_attempt_at") WHERE state in ('waiting', 'in-review');--> statement-breakpoint
UPDATE "wiki_findings" f SET "state" = 'open', "choice" = NULL, "decided_by" = NULL, "decided_at" = NULL
FROM "wiki_repairs" r
WHERE r."state" = 'in-review' AND f."workspace_id" = r."workspace_id" AND f."id" = r."finding_id" AND f."choice" = 'page-updated';
