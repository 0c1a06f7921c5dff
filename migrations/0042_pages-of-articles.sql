DROP INDEX "articles_created";--> statement-breakpoint
CREATE INDEX "articles_changed" ON "articles" USING btree ("workspace_id","updated_at","id");--> statement-breakpoint
CREATE INDEX "articles_created" ON "articles" USING btree ("workspace_id","created_at","id");