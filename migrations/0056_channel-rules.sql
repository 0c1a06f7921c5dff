ALTER TABLE "chat_integrations" ADD COLUMN "channel_rule" text DEFAULT 'chosen' NOT NULL;--> statement-breakpoint
ALTER TABLE "chat_integrations" ADD COLUMN "rule_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_integrations" ADD COLUMN "rule_result" jsonb;--> statement-breakpoint
ALTER TABLE "chat_integrations" ADD COLUMN "left_out" text[] DEFAULT '{}' NOT NULL;