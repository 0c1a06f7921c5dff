-- Row-level security lets only leakproof operators use an index, and those of arrays are none: these two see what the policy
-- shows, the rows of app.workspace_id, on the given integrations, and nothing else.
CREATE FUNCTION matching_pages(of_integrations uuid[], asked text[], weights real[], most int) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT p.id FROM wiki_pages p
  WHERE p.workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid AND p.terms && asked
    AND p.integration_id = ANY(of_integrations)
  ORDER BY (SELECT sum(w.weight) FROM unnest(asked, weights) w(term, weight) WHERE w.term = ANY(p.terms)) DESC,
    p.edited_at DESC NULLS LAST, p.id
  LIMIT most
$$;
--> statement-breakpoint
CREATE FUNCTION wiki_term_counts(of_integrations uuid[], asked text[])
RETURNS TABLE (term text, pages int, all_pages int, length real)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  WITH total AS (
    SELECT count(*)::int AS all_pages, coalesce(avg(cardinality(p.terms)), 0)::real AS length FROM wiki_pages p
    WHERE p.workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid
      AND p.integration_id = ANY(of_integrations) AND p.terms <> '{}')
  SELECT t.term, (SELECT count(*)::int FROM wiki_pages p
      WHERE p.workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid AND p.terms @> ARRAY[t.term]
        AND p.integration_id = ANY(of_integrations)), total.all_pages, total.length
  FROM total CROSS JOIN unnest(asked) t(term)
$$;
