CREATE TABLE "wiki_comparisons" (
	"workspace_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"page_version" text NOT NULL,
	"compared_version" text,
	CONSTRAINT "wiki_comparisons_workspace_id_conversation_id_page_id_pk" PRIMARY KEY("workspace_id","conversation_id","page_id")
);
--> statement-breakpoint
ALTER TABLE "wiki_comparisons" ADD CONSTRAINT "wiki_comparisons_page" FOREIGN KEY ("workspace_id","page_id") REFERENCES "public"."wiki_pages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wiki_comparisons" ADD CONSTRAINT "wiki_comparisons_conversation" FOREIGN KEY ("workspace_id","conversation_id") REFERENCES "public"."conversations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wiki_comparisons_of_page" ON "wiki_comparisons" USING btree ("workspace_id","page_id");--> statement-breakpoint
CREATE INDEX "wiki_comparisons_due" ON "wiki_comparisons" USING btree ("workspace_id","conversation_id") WHERE compared_version is distinct from page_version;--> statement-breakpoint
ALTER TABLE "wiki_comparisons" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "wiki_comparisons" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
