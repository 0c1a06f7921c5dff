CREATE TABLE "article_terms" (
	"workspace_id" uuid NOT NULL,
	"term" text NOT NULL,
	"article_id" uuid NOT NULL,
	CONSTRAINT "article_terms_workspace_id_term_article_id_pk" PRIMARY KEY("workspace_id","term","article_id")
);
--> statement-breakpoint
ALTER TABLE "article_terms" ADD CONSTRAINT "article_terms_workspace_id_article_id_articles_workspace_id_id_fk" FOREIGN KEY ("workspace_id","article_id") REFERENCES "public"."articles"("workspace_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "article_terms_article" ON "article_terms" USING btree ("workspace_id","article_id");--> statement-breakpoint
ALTER TABLE "article_terms" ALTER COLUMN "term" TYPE text COLLATE "C";
--> statement-breakpoint
-- What a text is most about: the words of its title, then those its content says most often, as the search stems them.
CREATE FUNCTION terms_of(title text, content text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE SET search_path = public AS $$
  SELECT lexeme
  FROM unnest(setweight(to_tsvector('english', left(title, 1000)), 'A') || setweight(to_tsvector('english', left(content, 20000)), 'D'))
    AS word (lexeme, positions, weights)
  WHERE length(lexeme) BETWEEN 2 AND 40 AND lexeme !~ '^[0-9.:,-]+$'
  ORDER BY 'A' = ANY (weights) DESC, cardinality(positions) DESC, length(lexeme) DESC, lexeme
  LIMIT 24
$$;
--> statement-breakpoint
CREATE FUNCTION keep_article_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    DELETE FROM article_terms WHERE workspace_id = NEW.workspace_id AND article_id = NEW.id;
  END IF;
  INSERT INTO article_terms (workspace_id, term, article_id)
    SELECT NEW.workspace_id, term, NEW.id FROM terms_of(NEW.title, concat_ws(E'\n', NEW.summary_text, NEW.body_text)) AS term;
  RETURN NULL;
END $$;
--> statement-breakpoint
INSERT INTO article_terms (workspace_id, term, article_id)
  SELECT workspace_id, term, id FROM articles, LATERAL terms_of(title, concat_ws(E'\n', summary_text, body_text)) AS term;
--> statement-breakpoint
CREATE TRIGGER article_terms AFTER INSERT OR UPDATE OF title, summary_text, body_text ON "articles"
  FOR EACH ROW EXECUTE FUNCTION keep_article_terms();
--> statement-breakpoint
-- The second line behind the workspace scope of every query, as in 0001; the grants come from its default privileges.
ALTER TABLE "article_terms" ENABLE ROW LEVEL SECURITY;
--> statement-breakpoint
CREATE POLICY workspace ON "article_terms" USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);
