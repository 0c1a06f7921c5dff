DROP INDEX "articles_waiting";--> statement-breakpoint
ALTER TABLE "review_settings" ADD COLUMN "accepted_risk" integer DEFAULT 40 NOT NULL;--> statement-breakpoint
CREATE INDEX "articles_waiting" ON "articles" USING btree ("workspace_id") WHERE standing in ('held', 'review', 'draft');