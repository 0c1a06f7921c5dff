CREATE INDEX "activity_logs_article" ON "activity_logs" USING btree ("workspace_id",(data->>'articleId')) WHERE data ? 'articleId';--> statement-breakpoint
ALTER TABLE "knowledge_integrations" DROP COLUMN "audience";
--> statement-breakpoint
-- Lines that were written about an article before it got words of another channel name it as well: they become as narrow.
CREATE FUNCTION narrow_log_lines() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  UPDATE activity_logs SET channel_ids = channel_ids || NEW.channel_id
  WHERE workspace_id = NEW.workspace_id AND data ? 'articleId' AND data->>'articleId' = NEW.article_id::text
    AND NOT NEW.channel_id = ANY(channel_ids);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER narrow_log_lines AFTER INSERT ON "article_audiences"
  FOR EACH ROW EXECUTE FUNCTION narrow_log_lines();
