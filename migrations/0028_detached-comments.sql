CREATE TABLE "detached_comments" (
	"workspace_id" uuid NOT NULL,
	"publication_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone,
	CONSTRAINT "detached_comments_workspace_id_publication_id_external_id_pk" PRIMARY KEY("workspace_id","publication_id","external_id")
);
--> statement-breakpoint
ALTER TABLE "detached_comments" ADD CONSTRAINT "detached_comments_publication" FOREIGN KEY ("workspace_id","publication_id") REFERENCES "public"."publications"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "detached_comments_open" ON "detached_comments" USING btree ("workspace_id") WHERE seen_at is null;--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "detached_comments" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "detached_comments" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
