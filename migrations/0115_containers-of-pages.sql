ALTER TABLE "publications" ADD COLUMN "created_in" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "wiki_pages" ADD COLUMN "containers" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
CREATE INDEX "wiki_pages_in_container" ON "wiki_pages" USING btree ("workspace_id","integration_id",(containers[1]));