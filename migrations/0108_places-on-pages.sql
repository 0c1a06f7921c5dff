ALTER TABLE "wiki_pages" ADD COLUMN "kept_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "wiki_statements" ADD COLUMN "anchor" text;