CREATE TABLE "article_audiences" (
	"workspace_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	CONSTRAINT "article_audiences_workspace_id_article_id_channel_id_pk" PRIMARY KEY("workspace_id","article_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "channel_audiences" (
	"workspace_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"name" text NOT NULL,
	"platform" text NOT NULL,
	"team_id" text NOT NULL,
	"external_id" text NOT NULL,
	"is_public" boolean NOT NULL,
	"chosen_by" uuid,
	"members_read_at" timestamp with time zone,
	"is_known" boolean DEFAULT false NOT NULL,
	"member_count" integer DEFAULT 0 NOT NULL,
	"changes" integer DEFAULT 0 NOT NULL,
	"due_since" timestamp with time zone,
	"trouble" text,
	CONSTRAINT "channel_audiences_workspace_id_channel_id_pk" PRIMARY KEY("workspace_id","channel_id")
);
--> statement-breakpoint
CREATE TABLE "channel_members" (
	"workspace_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"external_id" text NOT NULL,
	CONSTRAINT "channel_members_workspace_id_channel_id_external_id_pk" PRIMARY KEY("workspace_id","channel_id","external_id")
);
--> statement-breakpoint
CREATE TABLE "channel_readers" (
	"workspace_id" uuid NOT NULL,
	"channel_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"given_by" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "channel_readers_workspace_id_channel_id_user_id_pk" PRIMARY KEY("workspace_id","channel_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "chat_identities" (
	"workspace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"team_id" text NOT NULL,
	"email" text NOT NULL,
	"external_id" text,
	"is_guest" boolean DEFAULT false NOT NULL,
	"looked_up_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chat_identities_workspace_id_user_id_platform_team_id_pk" PRIMARY KEY("workspace_id","user_id","platform","team_id")
);
--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "chosen_by" uuid;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "is_shared" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "channels" ADD COLUMN "is_sharing_allowed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_integrations" ADD COLUMN "audience" jsonb DEFAULT '{"who":"everybody"}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "activity_logs" ADD COLUMN "channel_ids" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "article_audiences" ADD CONSTRAINT "article_audiences_article" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article_audiences" ADD CONSTRAINT "article_audiences_channel" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."channel_audiences"("workspace_id","channel_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_audiences" ADD CONSTRAINT "channel_audiences_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_members" ADD CONSTRAINT "channel_members_channel" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."channel_audiences"("workspace_id","channel_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_readers" ADD CONSTRAINT "channel_readers_channel" FOREIGN KEY ("workspace_id","channel_id") REFERENCES "public"."channel_audiences"("workspace_id","channel_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "channel_readers" ADD CONSTRAINT "channel_readers_user" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chat_identities" ADD CONSTRAINT "chat_identities_user" FOREIGN KEY ("workspace_id","user_id") REFERENCES "public"."users"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_audiences_channel" ON "article_audiences" USING btree ("workspace_id","channel_id","article_id");--> statement-breakpoint
CREATE INDEX "channel_audiences_due" ON "channel_audiences" USING btree ("due_since") WHERE due_since is not null;--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "channel_audiences" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "channel_audiences" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "article_audiences" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "article_audiences" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "channel_members" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "channel_members" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "channel_readers" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "channel_readers" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "chat_identities" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "chat_identities" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
-- What the rows say at this moment becomes the audience: no code that changes a channel or an article can forget it.
CREATE FUNCTION keep_channel_audience() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  INSERT INTO channel_audiences (workspace_id, channel_id, name, platform, team_id, external_id, is_public, chosen_by, due_since)
  VALUES (NEW.workspace_id, NEW.id, NEW.name, NEW.platform, NEW.team_id, NEW.external_id, NOT NEW.is_private, NEW.chosen_by, now())
  ON CONFLICT (workspace_id, channel_id) DO UPDATE SET
    name = excluded.name, team_id = excluded.team_id, is_public = excluded.is_public, chosen_by = excluded.chosen_by,
    due_since = coalesce(channel_audiences.due_since, now());
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_channel_audience AFTER INSERT OR UPDATE OF name, team_id, is_private, chosen_by, integration_id ON "channels"
  FOR EACH ROW EXECUTE FUNCTION keep_channel_audience();
--> statement-breakpoint
-- A channel that was removed and is chosen again is the same: what is written from it keeps one audience, which begins as it ended.
CREATE FUNCTION take_up_channel_audience() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT FROM channel_audiences a WHERE a.workspace_id = NEW.workspace_id AND a.platform = NEW.platform
    AND a.external_id = NEW.external_id AND NOT a.is_public
    AND NOT EXISTS (SELECT FROM channels c WHERE c.workspace_id = a.workspace_id AND c.id = a.channel_id))
  THEN
    NEW.is_private := true;
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER take_up_channel_audience BEFORE INSERT ON "channels"
  FOR EACH ROW EXECUTE FUNCTION take_up_channel_audience();
--> statement-breakpoint
CREATE FUNCTION keep_article_audience() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF NEW.channel_id IS NOT NULL THEN
    INSERT INTO article_audiences (workspace_id, article_id, channel_id)
    SELECT NEW.workspace_id, CASE TG_TABLE_NAME WHEN 'articles' THEN (to_jsonb(NEW)->>'id')::uuid ELSE (to_jsonb(NEW)->>'article_id')::uuid END, a.channel_id
    FROM channel_audiences a WHERE a.workspace_id = NEW.workspace_id AND a.channel_id = NEW.channel_id
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER keep_article_audience AFTER INSERT OR UPDATE OF channel_id ON "articles"
  FOR EACH ROW EXECUTE FUNCTION keep_article_audience();
--> statement-breakpoint
CREATE TRIGGER keep_article_audience AFTER INSERT OR UPDATE OF channel_id ON "article_sources"
  FOR EACH ROW EXECUTE FUNCTION keep_article_audience();
--> statement-breakpoint
-- The one rule of who reads what (docs/decisions: audiences). A person that is not there reads nothing.
CREATE FUNCTION unreadable_channels(of_workspace uuid, reader uuid) RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public AS $$
  SELECT coalesce(array_agg(a.channel_id), '{}') FROM channel_audiences a
  WHERE a.workspace_id = of_workspace AND NOT EXISTS (
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
DROP FUNCTION matching_logs(text[], text, uuid, int);
--> statement-breakpoint
-- As in 0006, without the lines that hold words of channels that are not to be read.
CREATE FUNCTION matching_logs(patterns text[], kind text, before uuid, most int, hidden uuid[]) RETURNS SETOF uuid
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = public AS $$
DECLARE
  conditions text := (SELECT string_agg(format('AND (message || '' '' || data::text) ILIKE %L', pattern), ' ') FROM unnest(patterns) AS pattern);
BEGIN
  RETURN QUERY EXECUTE
    format('SELECT id FROM activity_logs WHERE workspace_id = %L %s', nullif(current_setting('app.workspace_id', true), '')::uuid, conditions)
    || format(' AND NOT channel_ids && %L::uuid[]', hidden)
    || CASE WHEN kind IS NULL THEN '' ELSE format(' AND type = %L', kind) END
    || CASE WHEN before IS NULL THEN '' ELSE format(' AND id < %L', before) END
    || format(' ORDER BY id DESC LIMIT %s', most);
END $$;
--> statement-breakpoint
INSERT INTO channel_audiences (workspace_id, channel_id, name, platform, team_id, external_id, is_public, due_since)
SELECT workspace_id, id, name, platform, team_id, external_id, NOT is_private, now() FROM channels;
--> statement-breakpoint
INSERT INTO article_audiences (workspace_id, article_id, channel_id)
SELECT a.workspace_id, a.id, a.channel_id FROM articles a
JOIN channel_audiences c ON c.workspace_id = a.workspace_id AND c.channel_id = a.channel_id
UNION
SELECT s.workspace_id, s.article_id, s.channel_id FROM article_sources s
JOIN channel_audiences c ON c.workspace_id = s.workspace_id AND c.channel_id = s.channel_id;
--> statement-breakpoint
UPDATE activity_logs l SET channel_ids = found.ids FROM (
  SELECT workspace_id, article_id, array_agg(channel_id) AS ids FROM article_audiences GROUP BY 1, 2) found
WHERE found.workspace_id = l.workspace_id AND l.data->>'articleId' = found.article_id::text;
