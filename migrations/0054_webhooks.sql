CREATE TABLE "webhook_articles" (
	"workspace_id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	CONSTRAINT "webhook_articles_workspace_id_article_id_webhook_id_pk" PRIMARY KEY("workspace_id","article_id","webhook_id")
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"type" text NOT NULL,
	"article_id" uuid,
	"version" integer,
	"item_id" uuid,
	"state" text DEFAULT 'waiting' NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone,
	"tried_at" timestamp with time zone,
	"status" integer,
	"response" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_deliveries_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"workspace_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"reader_channels" uuid[] DEFAULT '{}' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"off_because" text,
	"secrets_sealed" text NOT NULL,
	"old_secret_until" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"last_delivered_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhooks_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
ALTER TABLE "webhook_articles" ADD CONSTRAINT "webhook_articles_webhook" FOREIGN KEY ("workspace_id","webhook_id") REFERENCES "public"."webhooks"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_webhook" FOREIGN KEY ("workspace_id","webhook_id") REFERENCES "public"."webhooks"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("next_at") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "webhook_deliveries_of" ON "webhook_deliveries" USING btree ("workspace_id","webhook_id","created_at");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_created" ON "webhook_deliveries" USING btree ("created_at");
--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "webhooks" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "webhooks" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "webhook_deliveries" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
ALTER TABLE "webhook_articles" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "webhook_articles" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
--> statement-breakpoint
-- What happens to an article is told by the row itself, in its transaction: no code that changes one can forget it. Whether it is
-- true, and for those who read there, is looked at when it is sent (docs/decisions/047).
CREATE FUNCTION tell_webhooks_of_article() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
DECLARE
  is_shown boolean := NEW.state IN ('stands', 'library-only');
  was_shown boolean := TG_OP = 'UPDATE' AND OLD.state IN ('stands', 'library-only');
  happened text := CASE
    WHEN is_shown AND NOT was_shown THEN 'article.created'
    WHEN is_shown AND OLD.version <> NEW.version THEN 'article.changed'
    WHEN was_shown AND NOT is_shown THEN 'article.retracted' END;
BEGIN
  IF happened IS NOT NULL THEN
    INSERT INTO webhook_deliveries (workspace_id, id, webhook_id, type, article_id, version, next_at)
    SELECT NEW.workspace_id, gen_random_uuid(), w.id, happened, NEW.id, NEW.version, now() FROM webhooks w
    WHERE w.workspace_id = NEW.workspace_id AND w.is_active AND happened = ANY (w.events);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_webhooks_of_article AFTER INSERT OR UPDATE OF state, version ON "articles"
  FOR EACH ROW EXECUTE FUNCTION tell_webhooks_of_article();
--> statement-breakpoint
CREATE FUNCTION tell_webhooks_of_conflict() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  INSERT INTO webhook_deliveries (workspace_id, id, webhook_id, type, article_id, version, item_id, next_at)
  SELECT NEW.workspace_id, gen_random_uuid(), w.id, 'article.conflict_found', a.id, a.version, NEW.id, now()
  FROM webhooks w JOIN articles a ON a.workspace_id = w.workspace_id AND a.id = NEW.article_id
  WHERE w.workspace_id = NEW.workspace_id AND w.is_active AND 'article.conflict_found' = ANY (w.events);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_webhooks_of_conflict AFTER INSERT ON "inbox_items"
  FOR EACH ROW WHEN (NEW.kind = 'conflict') EXECUTE FUNCTION tell_webhooks_of_conflict();
--> statement-breakpoint
-- An article that addresses have heard of is for fewer people now: to them it is gone. What was not narrowed after all is skipped.
CREATE FUNCTION retract_from_webhooks(of_workspace uuid, of_articles uuid[]) RETURNS void LANGUAGE sql SET search_path = public AS $$
  INSERT INTO webhook_deliveries (workspace_id, id, webhook_id, type, article_id, version, next_at)
  SELECT w.workspace_id, gen_random_uuid(), w.id, 'article.retracted', a.id, a.version, now()
  FROM webhook_articles t
  JOIN webhooks w ON w.workspace_id = t.workspace_id AND w.id = t.webhook_id AND w.is_active AND 'article.retracted' = ANY (w.events)
  JOIN articles a ON a.workspace_id = t.workspace_id AND a.id = t.article_id
  WHERE t.workspace_id = of_workspace AND t.article_id = ANY (of_articles)
    AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.workspace_id = w.workspace_id AND d.webhook_id = w.id
      AND d.article_id = a.id AND d.type = 'article.retracted' AND d.state = 'waiting');
$$;
--> statement-breakpoint
CREATE FUNCTION tell_webhooks_of_private_channel() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  PERFORM retract_from_webhooks(NEW.workspace_id, array(SELECT article_id FROM article_audiences
    WHERE workspace_id = NEW.workspace_id AND channel_id = NEW.channel_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_webhooks_of_private_channel AFTER UPDATE OF is_public ON "channel_audiences"
  FOR EACH ROW WHEN (OLD.is_public AND NOT NEW.is_public) EXECUTE FUNCTION tell_webhooks_of_private_channel();
--> statement-breakpoint
CREATE FUNCTION tell_webhooks_of_private_source() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  IF EXISTS (SELECT FROM channel_audiences a WHERE a.workspace_id = NEW.workspace_id AND a.channel_id = NEW.channel_id AND NOT a.is_public) THEN
    PERFORM retract_from_webhooks(NEW.workspace_id, array[NEW.article_id]);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tell_webhooks_of_private_source AFTER INSERT ON "article_audiences"
  FOR EACH ROW EXECUTE FUNCTION tell_webhooks_of_private_source();
