ALTER TABLE "articles" ADD COLUMN "released_channels" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "channel_audiences" ADD COLUMN "is_released" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "knowledge_integrations" ADD COLUMN "reader_channels" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Private channels of which some reader of the target is no member: while there is one, the article is not published there.
-- Without a target: all that nobody decided to release. Called before every page is written (docs/decisions/036).
CREATE FUNCTION withheld_channels(of_workspace uuid, of_article uuid, of_integration uuid) RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE SET search_path = public AS $$
  SELECT coalesce(array_agg(t.channel_id ORDER BY t.channel_id), '{}') FROM article_audiences t
  JOIN channel_audiences a ON a.workspace_id = t.workspace_id AND a.channel_id = t.channel_id AND NOT a.is_public AND NOT a.is_released
  JOIN articles r ON r.workspace_id = t.workspace_id AND r.id = t.article_id AND NOT t.channel_id = ANY (r.released_channels)
  WHERE t.workspace_id = of_workspace AND t.article_id = of_article
    AND NOT EXISTS (SELECT FROM knowledge_integrations k
      WHERE k.workspace_id = of_workspace AND k.id = of_integration AND t.channel_id = ANY (k.reader_channels));
$$;
--> statement-breakpoint
-- What was decided about a channel does not hold when it is made private anew.
CREATE FUNCTION forget_releases() RETURNS trigger LANGUAGE plpgsql SET search_path = public AS $$
BEGIN
  NEW.is_released := false;
  UPDATE articles SET released_channels = array_remove(released_channels, NEW.channel_id)
  WHERE workspace_id = NEW.workspace_id AND NEW.channel_id = ANY (released_channels);
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER forget_releases BEFORE UPDATE OF is_public ON "channel_audiences"
  FOR EACH ROW WHEN (OLD.is_public AND NOT NEW.is_public) EXECUTE FUNCTION forget_releases();
--> statement-breakpoint
-- What stands on the platforms by now is there because somebody decided so.
UPDATE channel_audiences a SET is_released = true FROM channels c
WHERE c.workspace_id = a.workspace_id AND c.id = a.channel_id AND NOT a.is_public AND c.held_since IS NULL;
--> statement-breakpoint
UPDATE articles r SET released_channels = found.ids FROM (
  SELECT t.workspace_id, t.article_id, array_agg(t.channel_id) AS ids FROM article_audiences t
  JOIN channel_audiences a ON a.workspace_id = t.workspace_id AND a.channel_id = t.channel_id AND NOT a.is_public
  GROUP BY 1, 2) found
WHERE found.workspace_id = r.workspace_id AND found.article_id = r.id
  AND (r.state = 'stands' OR (r.state = 'trashed' AND r.trashed->>'state' = 'stands'));
