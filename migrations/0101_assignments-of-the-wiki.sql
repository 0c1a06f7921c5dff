CREATE FUNCTION forget_wiki_assignments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM inbox_assignments n USING gone WHERE n.workspace_id = gone.workspace_id AND n.item = TG_ARGV[0] || gone.id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER wiki_pages_assignments AFTER DELETE ON wiki_pages REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_wiki_assignments('wiki-page.');--> statement-breakpoint
CREATE TRIGGER wiki_findings_assignments AFTER DELETE ON wiki_findings REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION forget_wiki_assignments('wiki-finding.');--> statement-breakpoint
DELETE FROM inbox_assignments n WHERE n.item LIKE 'wiki-page.%'
  AND NOT EXISTS (SELECT FROM wiki_pages p WHERE p.workspace_id = n.workspace_id AND n.item = 'wiki-page.' || p.id);--> statement-breakpoint
DELETE FROM inbox_assignments n WHERE n.item LIKE 'wiki-finding.%'
  AND NOT EXISTS (SELECT FROM wiki_findings f WHERE f.workspace_id = n.workspace_id AND n.item = 'wiki-finding.' || f.id);
