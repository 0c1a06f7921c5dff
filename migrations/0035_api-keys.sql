CREATE TABLE "api_keys" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"last4" text NOT NULL,
	"key_hash" text NOT NULL,
	"scopes" text[] NOT NULL,
	"audience" text NOT NULL,
	"addresses" text[] NOT NULL,
	"expires_at" timestamp with time zone,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "api_keys_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "article_reports" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"text" text NOT NULL,
	"reported_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "article_reports_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_reports" ADD CONSTRAINT "article_reports_article" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" USING btree ("key_hash");--> statement-breakpoint
CREATE INDEX "article_reports_open" ON "article_reports" USING btree ("workspace_id","article_id") WHERE closed_at is null;--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "api_keys" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "api_keys" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
-- As in 0025; a reader who is nobody (null) reads what everybody of the workspace may read.
CREATE OR REPLACE FUNCTION unreadable_channels(of_workspace uuid, reader uuid) RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public AS $$
  SELECT coalesce(array_agg(a.channel_id), '{}') FROM channel_audiences a
  WHERE a.workspace_id = of_workspace AND NOT (reader IS NULL AND a.is_public) AND NOT EXISTS (
    SELECT FROM users u
    LEFT JOIN chat_identities i ON i.workspace_id = u.workspace_id AND i.user_id = u.id AND i.platform = a.platform
      AND i.team_id IN (a.team_id, 'export ' || a.channel_id) AND i.external_id IS NOT NULL
      AND i.email = u.email AND u.email_verified_at IS NOT NULL
    WHERE u.workspace_id = of_workspace AND u.id = reader AND u.deleted_at IS NULL AND u.deactivated_at IS NULL AND (
      (a.is_public AND NOT EXISTS (SELECT FROM chat_identities g WHERE g.workspace_id = of_workspace AND g.user_id = reader
        AND g.platform = a.platform AND g.team_id = a.team_id AND g.is_guest))
      OR EXISTS (SELECT FROM channel_members m
        WHERE m.workspace_id = of_workspace AND m.channel_id = a.channel_id AND m.external_id = i.external_id)
      OR EXISTS (SELECT FROM channel_readers r
        WHERE r.workspace_id = of_workspace AND r.channel_id = a.channel_id AND r.user_id = reader)
      OR (NOT a.is_public
        AND (a.members_read_at IS NULL OR NOT a.is_known OR (i.external_id IS NULL AND u.membership IN ('owner', 'admin')))
        AND (a.chosen_by = reader OR (u.membership = 'owner' AND NOT EXISTS (SELECT FROM users c
          WHERE c.workspace_id = of_workspace AND c.id = a.chosen_by AND c.deleted_at IS NULL AND c.deactivated_at IS NULL))))
    )
  );
$$;
--> statement-breakpoint
ALTER TABLE "article_reports" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "article_reports" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
