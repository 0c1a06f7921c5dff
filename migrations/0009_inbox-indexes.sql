-- A sentence that may not hold any more says why; the inbox finds the few articles that have one by an index.
CREATE FUNCTION has_doubt(summary jsonb, body jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_path_exists(summary, '$[*].doubt') OR jsonb_path_exists(body, '$[*].statements[*].doubt')
$$;
--> statement-breakpoint
CREATE INDEX "articles_doubtful" ON "articles" USING btree ("workspace_id") WHERE standing = 'stands' and has_doubt(summary, body);--> statement-breakpoint
CREATE INDEX "articles_waiting" ON "articles" USING btree ("workspace_id") WHERE standing in ('held', 'review');--> statement-breakpoint
CREATE INDEX "publications_undecided" ON "publications" USING btree ("workspace_id") WHERE state in ('conflict', 'removed');