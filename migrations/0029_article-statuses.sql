-- Articles written before 'held' and 'library' were statuses, by the rules of server/publishing/article-status.ts.
WITH settled AS (
  SELECT a.workspace_id, a.id, CASE
    WHEN EXISTS (SELECT FROM publications p JOIN knowledge_integrations i ON i.workspace_id = p.workspace_id AND i.id = p.integration_id
      WHERE p.workspace_id = a.workspace_id AND p.article_id = a.id AND i.is_active AND p.state = 'parked') THEN 'failed'
    WHEN a.standing IN ('held', 'review', 'draft') THEN 'held'
    WHEN a.standing <> 'stands' THEN 'library'
    WHEN EXISTS (SELECT FROM publications p JOIN knowledge_integrations i ON i.workspace_id = p.workspace_id AND i.id = p.integration_id
      WHERE p.workspace_id = a.workspace_id AND p.article_id = a.id AND i.is_active
        AND p.published_version IS NULL AND p.state IN ('queued', 'in-flight')) THEN 'processing'
    WHEN EXISTS (SELECT FROM publications p JOIN knowledge_integrations i ON i.workspace_id = p.workspace_id AND i.id = p.integration_id
      WHERE p.workspace_id = a.workspace_id AND p.article_id = a.id AND i.is_active)
      AND NOT EXISTS (SELECT FROM publications p JOIN knowledge_integrations i ON i.workspace_id = p.workspace_id AND i.id = p.integration_id
        WHERE p.workspace_id = a.workspace_id AND p.article_id = a.id AND i.is_active
          AND p.state IN ('queued', 'in-flight', 'published', 'conflict')) THEN 'library'
    ELSE 'published' END AS status
  FROM articles a)
UPDATE articles a SET status = settled.status FROM settled
  WHERE a.workspace_id = settled.workspace_id AND a.id = settled.id AND a.status <> settled.status;
