CREATE TABLE "wiki_repairs" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"expected_version" text,
	"change" jsonb NOT NULL,
	"planned" jsonb,
	"state" text DEFAULT 'waiting' NOT NULL,
	"finding_id" uuid,
	"ordered_by" uuid,
	"undoes" uuid,
	"url" text,
	"trouble" text,
	"intent_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wiki_repairs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "wiki_repairs" ADD CONSTRAINT "wiki_repairs_page" FOREIGN KEY ("workspace_id","page_id") REFERENCES "public"."wiki_pages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wiki_repairs_due" ON "wiki_repairs" USING btree ("next_attempt_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "wiki_repairs_one_of_page" ON "wiki_repairs" USING btree ("workspace_id","page_id") WHERE state = 'waiting';--> statement-breakpoint
ALTER TABLE "wiki_repairs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "wiki_repairs" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
