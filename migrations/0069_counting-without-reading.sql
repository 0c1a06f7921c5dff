DROP INDEX "articles_waiting";--> statement-breakpoint
DROP INDEX "articles_owner";--> statement-breakpoint
CREATE INDEX "articles_undecided" ON "articles" USING btree ("workspace_id","created_at","id","state") WHERE state in ('held', 'review', 'draft');--> statement-breakpoint
CREATE INDEX "articles_counted" ON "articles" USING btree ("workspace_id","channel_id","state","status","created_at","updated_at","category","id");--> statement-breakpoint
CREATE INDEX "articles_owned" ON "articles" USING btree ("workspace_id","owner_id","id");--> statement-breakpoint
CREATE INDEX "messages_known" ON "messages" USING btree ("workspace_id","channel_id") WHERE deleted_at is null;