CREATE TABLE "glossary_terms" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"term" text NOT NULL,
	"meaning" text NOT NULL,
	"never_say" text[] NOT NULL,
	CONSTRAINT "glossary_terms_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "glossary_terms_once" UNIQUE("workspace_id","term")
);
--> statement-breakpoint
CREATE TABLE "writing_styles" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"style" text,
	"language" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "form" text DEFAULT 'excerpt' NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "model_waits" jsonb;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "found_by" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "settled" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "question" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "gist" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "waits_for" text;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "waits_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "glossary_terms" ADD CONSTRAINT "glossary_terms_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "writing_styles" ADD CONSTRAINT "writing_styles_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "conversations_waiting" ON "conversations" USING btree ("workspace_id","channel_id") WHERE waits_for is not null;--> statement-breakpoint
CREATE INDEX "conversations_open" ON "conversations" USING btree ("workspace_id","channel_id","last_at") WHERE settled in ('open', 'unsure');--> statement-breakpoint
UPDATE "articles" SET "form" = 'written' WHERE "engine" = 'llm';--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "glossary_terms" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "glossary_terms" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);--> statement-breakpoint
ALTER TABLE "writing_styles" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "writing_styles" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
