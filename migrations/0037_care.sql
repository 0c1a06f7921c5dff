CREATE TABLE "inbox_assignments" (
	"workspace_id" uuid NOT NULL,
	"item" text NOT NULL,
	"assignee" uuid,
	"due_on" date,
	"assigned_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inbox_assignments_workspace_id_item_pk" PRIMARY KEY("workspace_id","item")
);
--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "confirmed_by" uuid;--> statement-breakpoint
ALTER TABLE "articles" ADD COLUMN "review_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "inbox_assignments" ADD CONSTRAINT "inbox_assignments_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "articles_owner" ON "articles" USING btree ("workspace_id","owner_id");--> statement-breakpoint
CREATE INDEX "articles_to_review" ON "articles" USING btree ("workspace_id","review_at") WHERE standing = 'stands';--> statement-breakpoint
-- Articles from before: who chose the channel takes care of them, else the owner who is there longest; by the rules of server/library/care.
UPDATE articles a SET
  owner_id = coalesce(
    (SELECT u.id FROM channel_audiences c JOIN users u ON u.workspace_id = c.workspace_id AND u.id = c.chosen_by
      WHERE c.workspace_id = a.workspace_id AND c.channel_id = a.channel_id AND u.deleted_at IS NULL AND u.deactivated_at IS NULL),
    (SELECT u.id FROM users u WHERE u.workspace_id = a.workspace_id AND u.membership = 'owner'
      AND u.deleted_at IS NULL AND u.deactivated_at IS NULL AND NOT EXISTS (
        SELECT FROM article_audiences t WHERE t.workspace_id = a.workspace_id AND t.article_id = a.id
          AND t.channel_id = ANY(unreadable_channels(u.workspace_id, u.id)))
      ORDER BY u.created_at, u.id LIMIT 1)),
  review_at = a.updated_at + make_interval(days => CASE WHEN a.content_type IN ('explanation', 'documentation') THEN 365 ELSE 180 END);
--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "inbox_assignments" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "inbox_assignments" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
