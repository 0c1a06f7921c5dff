CREATE TABLE "page_copies" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"publication_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"state" text DEFAULT 'asked' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "page_copies_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "page_copies_once" UNIQUE("workspace_id","publication_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "first_intent_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "if_gone" text;--> statement-breakpoint
ALTER TABLE "knowledge_integrations" ADD COLUMN "pages_known_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "page_copies" ADD CONSTRAINT "page_copies_publication" FOREIGN KEY ("workspace_id","publication_id") REFERENCES "public"."publications"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "page_copies_open" ON "page_copies" USING btree ("workspace_id") WHERE state in ('asked', 'to-put-away');--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "page_copies" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "page_copies" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
