-- What answers are found by goes with the words of its article, in the same transaction; it is read again afterwards.
CREATE FUNCTION forget_what_was_read() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  DELETE FROM ask_terms WHERE workspace_id = NEW.workspace_id AND article_id = NEW.id;
  DELETE FROM ask_articles WHERE workspace_id = NEW.workspace_id AND article_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_what_was_read AFTER UPDATE OF title, summary, body ON "articles" FOR EACH ROW
  WHEN ((OLD.title, OLD.summary, OLD.body) IS DISTINCT FROM (NEW.title, NEW.summary, NEW.body))
  EXECUTE FUNCTION forget_what_was_read();
--> statement-breakpoint
-- Of what was read so far nobody knows whether its words still stand.
DELETE FROM ask_terms;
--> statement-breakpoint
DELETE FROM ask_articles;
