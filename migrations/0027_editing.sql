ALTER TABLE "article_versions" ADD COLUMN "made_by" uuid;--> statement-breakpoint
ALTER TABLE "article_versions" ADD COLUMN "labels" jsonb;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "hand" jsonb DEFAULT '{}'::jsonb NOT NULL;