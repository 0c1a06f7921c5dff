ALTER TABLE "knowledge_integrations" ADD COLUMN "edits_look_due_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "seen_content" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "list_version" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "is_changed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "publications_changed" ON "publications" USING btree ("workspace_id","integration_id") WHERE is_changed;