CREATE TABLE "wiki_pages" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"listed_version" text NOT NULL,
	"read_version" text,
	"edited_at" timestamp with time zone,
	"edited_by" text,
	"readers" text NOT NULL,
	"above" text[] DEFAULT '{}' NOT NULL,
	"listed_at" timestamp with time zone NOT NULL,
	"is_due" boolean DEFAULT true NOT NULL,
	"is_ours" boolean DEFAULT false NOT NULL,
	"is_cut" boolean DEFAULT false NOT NULL,
	"trouble" text,
	"terms" text[] DEFAULT '{}' NOT NULL,
	CONSTRAINT "wiki_pages_workspace_id_id_pk" PRIMARY KEY("workspace_id","id"),
	CONSTRAINT "wiki_pages_once" UNIQUE("workspace_id","integration_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "wiki_readings" (
	"workspace_id" uuid NOT NULL,
	"integration_id" uuid NOT NULL,
	"readers" text DEFAULT 'admins' NOT NULL,
	"places" text[] DEFAULT '{}' NOT NULL,
	"site" text DEFAULT '' NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"look_due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"look_started_at" timestamp with time zone,
	"look_since" timestamp with time zone,
	"look_cursor" text,
	"looked_at" timestamp with time zone,
	"listed_at" timestamp with time zone,
	"is_full" boolean DEFAULT false NOT NULL,
	"is_refused" boolean DEFAULT false NOT NULL,
	"trouble" text,
	CONSTRAINT "wiki_readings_workspace_id_integration_id_pk" PRIMARY KEY("workspace_id","integration_id")
);
--> statement-breakpoint
CREATE TABLE "wiki_statements" (
	"workspace_id" uuid NOT NULL,
	"page_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"headings" text[] NOT NULL,
	"form" text NOT NULL,
	"text" text NOT NULL,
	CONSTRAINT "wiki_statements_workspace_id_page_id_position_pk" PRIMARY KEY("workspace_id","page_id","position")
);
--> statement-breakpoint
ALTER TABLE "wiki_pages" ADD CONSTRAINT "wiki_pages_reading" FOREIGN KEY ("workspace_id","integration_id") REFERENCES "public"."wiki_readings"("workspace_id","integration_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wiki_readings" ADD CONSTRAINT "wiki_readings_integration" FOREIGN KEY ("workspace_id","integration_id") REFERENCES "public"."knowledge_integrations"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wiki_statements" ADD CONSTRAINT "wiki_statements_page" FOREIGN KEY ("workspace_id","page_id") REFERENCES "public"."wiki_pages"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "wiki_pages_due" ON "wiki_pages" USING btree ("workspace_id","integration_id","id") WHERE is_due;--> statement-breakpoint
CREATE INDEX "wiki_pages_restricted" ON "wiki_pages" USING btree ("workspace_id","integration_id") WHERE readers = 'restricted';--> statement-breakpoint
CREATE INDEX "wiki_readings_due" ON "wiki_readings" USING btree ("due_at");--> statement-breakpoint
ALTER TABLE "wiki_readings" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "wiki_readings" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);--> statement-breakpoint
ALTER TABLE "wiki_pages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "wiki_pages" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);--> statement-breakpoint
ALTER TABLE "wiki_statements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY workspace ON "wiki_statements" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);--> statement-breakpoint
-- With the workspace in front, so that a search costs what its own workspace holds.
CREATE INDEX "wiki_pages_terms" ON "wiki_pages" USING gin ("workspace_id", "terms");--> statement-breakpoint
-- Owners and admins see what the account of the integration sees, because they hold its credentials. Others see it where an admin
-- stated that they may, but no page whose readers the platform does not tell. Guests of the chat see none. Without a reader it is
-- what everybody may read. `whole`: integrations whose pages
-- of unknown readers are seen, too.
CREATE FUNCTION readable_wikis(of_workspace uuid, reader uuid, OUT known uuid[], OUT whole uuid[])
LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public AS $$
  SELECT coalesce(array_agg(w.integration_id) FILTER (WHERE a.is_admin OR (w.readers = 'everybody' AND a.is_inside
      AND (reader IS NOT NULL OR k.reader_channels = '{}')
      AND NOT k.reader_channels && unreadable_channels(of_workspace, reader))), '{}'),
    coalesce(array_agg(w.integration_id) FILTER (WHERE a.is_admin), '{}')
  FROM wiki_readings w
  JOIN knowledge_integrations k ON k.workspace_id = w.workspace_id AND k.id = w.integration_id AND k.is_active
  CROSS JOIN (SELECT
    EXISTS (SELECT FROM users u WHERE u.workspace_id = of_workspace AND u.id = reader AND u.membership IN ('owner', 'admin')
      AND u.deleted_at IS NULL AND u.deactivated_at IS NULL) AS is_admin,
    reader IS NULL OR (EXISTS (SELECT FROM users u WHERE u.workspace_id = of_workspace AND u.id = reader
      AND u.deleted_at IS NULL AND u.deactivated_at IS NULL)
      AND NOT EXISTS (SELECT FROM chat_identities g
        WHERE g.workspace_id = of_workspace AND g.user_id = reader AND g.is_guest)) AS is_inside) a
  WHERE w.workspace_id = of_workspace AND w.listed_at IS NOT NULL AND NOT w.is_refused;
$$;
