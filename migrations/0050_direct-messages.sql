ALTER TABLE "notification_settings" ADD COLUMN "chat_trouble" text;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "by_chat" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "chatted_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "notifications_to_chat" ON "notifications" USING btree ("workspace_id","user_id") WHERE by_chat and chatted_at is null;