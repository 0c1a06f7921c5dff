-- Beginnings and ends of long words without their ending: 'Wartungsvertrag' has 'wartu-' and '-rtrag', as 'Vertrag' has. The engine
-- forms those of a question's words in the same way.
CREATE FUNCTION word_edges(terms text[]) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT coalesce(array_agg(DISTINCT edge), '{}') FROM unnest(terms) t(term)
  CROSS JOIN LATERAL (SELECT regexp_replace(replace(term, 'ß', 'ss'), '(ern|em|er|en|es|e|s|n)$', '')) s(stem)
  CROSS JOIN LATERAL (VALUES (left(stem, 5) || '-'), ('-' || right(stem, 5))) e(edge)
  WHERE term ~ '^[[:alpha:]]{9,}$'
$$;
--> statement-breakpoint
ALTER TABLE "wiki_pages" ADD COLUMN "edges" text[] GENERATED ALWAYS AS (word_edges(terms)) STORED;--> statement-breakpoint
CREATE INDEX "wiki_pages_edges" ON "wiki_pages" USING gin ("workspace_id", "edges");--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "searches" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
-- Each term is looked up by itself, because comparing every found page with every term takes seconds in a wiki of 50,000 pages. An edge of
-- a word has a hyphen at one end, as no term has.
CREATE OR REPLACE FUNCTION matching_pages(of_integrations uuid[], asked text[], weights real[], most int) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  WITH wanted AS (
    SELECT term, weight, term LIKE '-%' OR term LIKE '%-' AS is_edge FROM unnest(asked, weights) w(term, weight)),
  found AS (
    SELECT p.id, p.edited_at, w.weight FROM wanted w CROSS JOIN LATERAL (
      SELECT id, edited_at FROM wiki_pages WHERE workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid
        AND terms @> ARRAY[w.term] AND integration_id = ANY(of_integrations)) p WHERE NOT w.is_edge
    UNION ALL
    SELECT p.id, p.edited_at, w.weight FROM wanted w CROSS JOIN LATERAL (
      SELECT id, edited_at FROM wiki_pages WHERE workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid
        AND edges @> ARRAY[w.term] AND integration_id = ANY(of_integrations)) p WHERE w.is_edge)
  SELECT id FROM found GROUP BY id, edited_at ORDER BY sum(weight) DESC, edited_at DESC NULLS LAST, id LIMIT most
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION wiki_term_counts(of_integrations uuid[], asked text[])
RETURNS TABLE (term text, pages int, all_pages int, length real)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  WITH total AS (
    SELECT count(*)::int AS all_pages, coalesce(avg(cardinality(p.terms)), 0)::real AS length FROM wiki_pages p
    WHERE p.workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid
      AND p.integration_id = ANY(of_integrations) AND p.terms <> '{}')
  SELECT t.term, CASE WHEN t.term LIKE '-%' OR t.term LIKE '%-' THEN
      (SELECT count(*)::int FROM wiki_pages p
        WHERE p.workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid AND p.edges @> ARRAY[t.term]
          AND p.integration_id = ANY(of_integrations))
    ELSE
      (SELECT count(*)::int FROM wiki_pages p
        WHERE p.workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid AND p.terms @> ARRAY[t.term]
          AND p.integration_id = ANY(of_integrations))
    END, total.all_pages, total.length
  FROM total CROSS JOIN unnest(asked) t(term)
$$;
