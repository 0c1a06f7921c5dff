CREATE TABLE "inbox_decisions" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"subject" text NOT NULL,
	"mark" text DEFAULT '' NOT NULL,
	"article_id" uuid NOT NULL,
	"choice" text NOT NULL,
	"before" jsonb NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone DEFAULT now() NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "inbox_decisions_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "inbox_items" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"kind" text NOT NULL,
	"article_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"known" jsonb,
	"fresh" jsonb NOT NULL,
	"confidence" real NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_items_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "review_settings" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"review_new_channels" boolean NOT NULL,
	"approvals_to_trust" integer NOT NULL,
	"auto_accept_proposals" boolean NOT NULL
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "merged_into" uuid;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "trusted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "approvals" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "is_evidence" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "inbox_decisions" ADD CONSTRAINT "inbox_decisions_article" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_article" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inbox_items" ADD CONSTRAINT "inbox_items_conversation" FOREIGN KEY ("workspace_id","conversation_id") REFERENCES "public"."conversations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_settings" ADD CONSTRAINT "review_settings_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "inbox_decisions_subject" ON "inbox_decisions" USING btree ("workspace_id","subject");--> statement-breakpoint
CREATE UNIQUE INDEX "inbox_items_once" ON "inbox_items" USING btree ("workspace_id","article_id","kind","subject") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "inbox_items_conversation" ON "inbox_items" USING btree ("workspace_id","conversation_id");--> statement-breakpoint
ALTER TABLE "articles" ADD CONSTRAINT "articles_merged_into" FOREIGN KEY ("workspace_id","merged_into") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "articles_merged" ON "articles" USING btree ("workspace_id","merged_into") WHERE merged_into is not null;--> statement-breakpoint
CREATE INDEX "conversations_of_article" ON "conversations" USING btree ("workspace_id","article_id") WHERE article_id is not null;--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "inbox_items" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "inbox_items" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "inbox_decisions" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "inbox_decisions" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "review_settings" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "review_settings" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
