ALTER TABLE "chat_answers" ALTER COLUMN "channel_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_answers" ADD COLUMN "integration_id" uuid;--> statement-breakpoint
ALTER TABLE "chat_answers" ADD COLUMN "direct_with" text;--> statement-breakpoint
ALTER TABLE "chat_answers" ADD CONSTRAINT "chat_answers_integration" FOREIGN KEY ("workspace_id","integration_id") REFERENCES "public"."chat_integrations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_answers" ADD CONSTRAINT "chat_answers_once_directly" UNIQUE("workspace_id","integration_id","direct_with","question_id");--> statement-breakpoint
ALTER TABLE "chat_answers" ADD CONSTRAINT "chat_answers_place" CHECK (channel_id is not null or (integration_id is not null and direct_with is not null));