CREATE TABLE "log_counts" (
	"workspace_id" uuid PRIMARY KEY NOT NULL,
	"up_to" uuid NOT NULL,
	"article_created" integer NOT NULL,
	"message_analyzed" integer NOT NULL,
	"error" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "log_counts" ADD CONSTRAINT "log_counts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "log_counts" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "log_counts" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
