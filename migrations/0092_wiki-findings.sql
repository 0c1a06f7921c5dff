CREATE TABLE "wiki_findings" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"page_id" uuid NOT NULL,
	"page_version" text NOT NULL,
	"position" integer NOT NULL,
	"passage_hash" text NOT NULL,
	"conversation_id" uuid NOT NULL,
	"fresh" jsonb NOT NULL,
	"sources" text[] NOT NULL,
	"said_at" timestamp with time zone NOT NULL,
	"subject" text NOT NULL,
	"confidence" real NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"choice" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wiki_findings_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "wiki_findings_once" UNIQUE("workspace_id","conversation_id","page_id","kind","subject")
);
--> statement-breakpoint
ALTER TABLE "wiki_findings" ADD CONSTRAINT "wiki_findings_page" FOREIGN KEY ("workspace_id","page_id") REFERENCES "public"."wiki_pages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wiki_findings" ADD CONSTRAINT "wiki_findings_conversation" FOREIGN KEY ("workspace_id","conversation_id") REFERENCES "public"."conversations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wiki_findings_of_page" ON "wiki_findings" USING btree ("workspace_id","page_id");--> statement-breakpoint
CREATE INDEX "wiki_findings_open" ON "wiki_findings" USING btree ("workspace_id","created_at") WHERE state = 'open' and kind <> 'confirms';--> statement-breakpoint
ALTER TABLE "wiki_findings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "wiki_findings" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
