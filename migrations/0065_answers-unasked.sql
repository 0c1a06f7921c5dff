ALTER TABLE "channels" ADD COLUMN "answers_unasked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_answers" ADD COLUMN "is_unasked" boolean DEFAULT false NOT NULL;