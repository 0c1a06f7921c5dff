ALTER TABLE "messages" ADD COLUMN "is_exported" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "article_versions_created" ON "article_versions" USING btree ("created_at");