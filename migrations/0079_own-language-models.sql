CREATE TABLE "model_settings" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"provider" text,
	"address" text,
	"region" text,
	"key_sealed" text,
	"key_last4" text,
	"models" jsonb,
	"daily_cap_cents" integer,
	"monthly_cap_cents" integer,
	"tested_at" timestamp with time zone,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "never_to_model" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "llm_calls" ADD COLUMN "cached_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "llm_calls" ADD COLUMN "cache_write_tokens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "model_settings" ADD CONSTRAINT "model_settings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "model_settings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "model_settings" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
