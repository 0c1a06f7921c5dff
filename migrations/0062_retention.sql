ALTER TABLE "article_sources" ADD COLUMN "forgotten_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "article_sources" ADD COLUMN "kept_days" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "text_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "forgotten_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "kept_days" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "text_hash" text;--> statement-breakpoint
ALTER TABLE "workspace_settings" ADD COLUMN "keep_chat_days" integer;--> statement-breakpoint
ALTER TABLE "workspace_settings" ADD COLUMN "keeps_quotes" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "messages_to_forget" ON "messages" USING btree ("workspace_id","channel_id","text_at") WHERE forgotten_at is null and deleted_at is null;