ALTER TABLE "chat_answers" ADD COLUMN "page_cites" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_answers" ADD COLUMN "finding_cites" uuid[] DEFAULT '{}' NOT NULL;