-- Analytics counts articles from this index without reading one.
DROP INDEX "articles_created";--> statement-breakpoint
CREATE INDEX "articles_created" ON "articles" USING btree ("workspace_id","created_at","id","state","status","category","channel_name","engine");