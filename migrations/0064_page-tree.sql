CREATE TABLE "category_pages" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"category_id" uuid NOT NULL,
	"marker" text NOT NULL,
	"intent_at" timestamp with time zone,
	"external_id" text,
	"name" text,
	"placed_in" uuid,
	"is_removed" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "category_pages_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "category_pages_once" UNIQUE("workspace_id","integration_id","category_id")
);
--> statement-breakpoint
ALTER TABLE "knowledge_integrations" ADD COLUMN "is_arranged" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_integrations" ADD COLUMN "arrange_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "knowledge_integrations" ADD COLUMN "arrange_trouble" text;--> statement-breakpoint
ALTER TABLE "publications" ADD COLUMN "placed_in" uuid;--> statement-breakpoint
ALTER TABLE "category_pages" ADD CONSTRAINT "category_pages_integration" FOREIGN KEY ("workspace_id","integration_id") REFERENCES "public"."knowledge_integrations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "category_pages" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "category_pages" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
