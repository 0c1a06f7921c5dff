ALTER TABLE "publications" ADD COLUMN "published_labels" jsonb;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "pending_labels" jsonb;