ALTER TABLE "articles" ADD COLUMN "trashed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "trashed" jsonb;--> statement-breakpoint
CREATE INDEX "articles_trashed" ON "articles" USING btree ("workspace_id","trashed_at") WHERE standing = 'trashed';