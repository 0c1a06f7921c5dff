-- What the schema file cannot say: trigram search, the search vector, foreign keys that forget only the link,
-- and row-level security as the second line behind the workspace scope of every query.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS btree_gin;
--> statement-breakpoint
ALTER TABLE "articles" DROP CONSTRAINT "articles_channel",
  ADD CONSTRAINT "articles_channel" FOREIGN KEY ("workspace_id", "channel_id")
    REFERENCES "channels" ("workspace_id", "id") ON DELETE SET NULL ("channel_id");
--> statement-breakpoint
ALTER TABLE "channels" DROP CONSTRAINT "channels_integration",
  ADD CONSTRAINT "channels_integration" FOREIGN KEY ("workspace_id", "integration_id")
    REFERENCES "chat_integrations" ("workspace_id", "id") ON DELETE SET NULL ("integration_id");
--> statement-breakpoint
ALTER TABLE "conversations" DROP CONSTRAINT "conversations_article",
  ADD CONSTRAINT "conversations_article" FOREIGN KEY ("workspace_id", "article_id")
    REFERENCES "articles" ("workspace_id", "id") ON DELETE SET NULL ("article_id");
--> statement-breakpoint
CREATE FUNCTION articles_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search :=
    setweight(to_tsvector('english', NEW.title), 'A') ||
    setweight(to_tsvector('english', array_to_string(NEW.tags || NEW.keywords, ' ')), 'B') ||
    setweight(to_tsvector('english', NEW.summary_text), 'C') ||
    setweight(to_tsvector('english', left(NEW.body_text, 200000)), 'D');
  INSERT INTO article_words (workspace_id, word)
    SELECT NEW.workspace_id, lexeme
    FROM unnest(to_tsvector('simple', concat_ws(' ', NEW.title, array_to_string(NEW.tags || NEW.keywords, ' '),
      NEW.summary_text, left(NEW.body_text, 200000))))
    WHERE length(lexeme) BETWEEN 3 AND 30 AND lexeme ~ '^[[:alnum:]]+$'
    ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER articles_search BEFORE INSERT OR UPDATE OF title, tags, keywords, summary_text, body_text ON "articles"
  FOR EACH ROW EXECUTE FUNCTION articles_search();
--> statement-breakpoint
-- With the workspace in front, so that a search costs what its own workspace holds, however many others there are.
CREATE INDEX "articles_search_index" ON "articles" USING gin ("workspace_id", "search");
--> statement-breakpoint
-- Byte order, whatever the server's language: "the words that begin with" is then a stretch of the key.
ALTER TABLE "article_words" ALTER COLUMN "word" TYPE text COLLATE "C";
--> statement-breakpoint
CREATE INDEX "article_words_like" ON "article_words" USING gin ("workspace_id", "word" gin_trgm_ops);
--> statement-breakpoint
-- Row-level security lets only leakproof operators use an index, and those of the full text and of the trigrams are none:
-- these two see what the policy shows, the rows of app.workspace_id, and nothing else.
CREATE FUNCTION matching_articles(query tsquery, most int) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT id FROM articles
  WHERE workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid AND search @@ query
  ORDER BY ts_rank(search, query) DESC, updated_at DESC, id DESC
  LIMIT most
$$;
--> statement-breakpoint
-- Words of a workspace that a mistyped one may have meant, the closest first.
CREATE FUNCTION closest_words(typed text, most int) RETURNS SETOF text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public SET pg_trgm.similarity_threshold = 0.25 AS $$
  SELECT word FROM article_words
  WHERE workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid
    AND word % typed AND length(word) BETWEEN length(typed) - 2 AND length(typed) + 2
  ORDER BY similarity(word, typed) DESC, word
  LIMIT most
$$;
--> statement-breakpoint
CREATE INDEX "articles_tags" ON "articles" USING gin ("tags");
--> statement-breakpoint
DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'lorekeep_app') THEN
    CREATE ROLE lorekeep_app NOLOGIN NOBYPASSRLS;
  END IF;
  EXECUTE format('GRANT lorekeep_app TO %I', current_user);
EXCEPTION
  WHEN duplicate_object OR unique_violation THEN
    -- Another database of this server made it at the same moment.
    EXECUTE format('GRANT lorekeep_app TO %I', current_user);
  WHEN insufficient_privilege THEN
    RAISE NOTICE 'The role lorekeep_app cannot be made by %; row-level security is off until an administrator makes it', current_user;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  name text;
BEGIN
  FOR name IN
    SELECT c.table_name FROM information_schema.columns c
    WHERE c.table_schema = 'public' AND c.column_name = 'workspace_id'
  LOOP
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
    EXECUTE format(
      'CREATE POLICY workspace ON %I USING (workspace_id = nullif(current_setting(''app.workspace_id'', true), '''')::uuid)', name);
  END LOOP;
  ALTER TABLE workspaces ENABLE ROW LEVEL SECURITY;
  CREATE POLICY workspace ON workspaces USING (id = nullif(current_setting('app.workspace_id', true), '')::uuid);
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = 'lorekeep_app') THEN
    GRANT USAGE ON SCHEMA public TO lorekeep_app;
    GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO lorekeep_app;
    REVOKE ALL ON rate_limits FROM lorekeep_app;
    ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO lorekeep_app;
  END IF;
END $$;
