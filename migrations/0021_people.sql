CREATE TABLE "mail_domains" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"domain" text NOT NULL,
	"challenge" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"proven_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	CONSTRAINT "mail_domains_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "membership" text DEFAULT 'editor' NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces" ADD COLUMN "newcomers" text DEFAULT 'editor' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_domains" ADD CONSTRAINT "mail_domains_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mail_domains_domain" ON "mail_domains" USING btree ("workspace_id","domain");
--> statement-breakpoint
-- Whoever is there longest owns the workspace; before this everybody could do everything, and nobody was told apart.
UPDATE "users" u SET "membership" = 'owner'
FROM (
	SELECT DISTINCT ON (workspace_id) workspace_id, id FROM "users"
	ORDER BY workspace_id, deleted_at IS NOT NULL, deactivated_at IS NOT NULL, email_verified_at IS NULL, created_at, id
) first
WHERE u.workspace_id = first.workspace_id AND u.id = first.id;
--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "mail_domains" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "mail_domains" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
