ALTER TABLE "llm_calls" ADD COLUMN "call_id" uuid;--> statement-breakpoint
ALTER TABLE "writing_styles" ADD COLUMN "dismissed" text[] DEFAULT '{}' NOT NULL;