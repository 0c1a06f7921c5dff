-- Articles that nobody has read yet were 'held' until now; by the rules of server/publishing/article-status.ts.
UPDATE articles SET status = 'draft' WHERE status = 'held' AND state IN ('review', 'draft');
