CREATE TABLE "article_tags" (
	"workspace_id" uuid NOT NULL,
	"article_id" uuid NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "article_tags_workspace_id_article_id_tag_pk" PRIMARY KEY("workspace_id","article_id","tag")
);
--> statement-breakpoint
ALTER TABLE "article_tags" ADD CONSTRAINT "article_tags_article" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
-- Of the articles that lists show (server/db/listed-articles.ts): others have no row here.
CREATE FUNCTION keep_article_tags() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM article_tags WHERE workspace_id = NEW.workspace_id AND article_id = NEW.id;
  END IF;
  INSERT INTO article_tags (workspace_id, article_id, tag)
    SELECT DISTINCT NEW.workspace_id, NEW.id, tag FROM unnest(NEW.tags) AS tag
    WHERE NEW.state NOT IN ('merged', 'dismissed', 'trashed');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER article_tags AFTER INSERT ON "articles"
  FOR EACH ROW EXECUTE FUNCTION keep_article_tags();
--> statement-breakpoint
CREATE TRIGGER article_tags_change AFTER UPDATE ON "articles"
  FOR EACH ROW WHEN (OLD.tags IS DISTINCT FROM NEW.tags OR OLD.state IS DISTINCT FROM NEW.state)
  EXECUTE FUNCTION keep_article_tags();
--> statement-breakpoint
-- After the triggers: they hold off whatever writes articles until both are there.
INSERT INTO article_tags (workspace_id, article_id, tag)
  SELECT DISTINCT workspace_id, id, tag FROM articles, unnest(tags) AS tag
  WHERE state NOT IN ('merged', 'dismissed', 'trashed');
--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "article_tags" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "article_tags" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
