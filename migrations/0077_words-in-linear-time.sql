-- PostgreSQL's parser of words begins again at each of these characters and reads to the end of the text: 20 KB of '<!--', 'a_' or
-- '~/' cost it seconds. None of them is part of a word.
CREATE FUNCTION readable_words(content text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT translate(content, '<>_~', '    ')
$$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION articles_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search :=
    setweight(to_tsvector('english', readable_words(NEW.title)), 'A') ||
    setweight(to_tsvector('english', readable_words(array_to_string(NEW.tags || NEW.keywords, ' '))), 'B') ||
    setweight(to_tsvector('english', readable_words(NEW.summary_text)), 'C') ||
    setweight(to_tsvector('english', readable_words(left(NEW.body_text, 200000))), 'D');
  INSERT INTO article_words (workspace_id, word)
    SELECT NEW.workspace_id, lexeme
    FROM unnest(to_tsvector('simple', readable_words(concat_ws(' ', NEW.title, array_to_string(NEW.tags || NEW.keywords, ' '),
      NEW.summary_text, left(NEW.body_text, 200000)))))
    WHERE length(lexeme) BETWEEN 3 AND 30 AND lexeme ~ '^[[:alnum:]]+$'
    ON CONFLICT DO NOTHING;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION terms_of(title text, content text) RETURNS SETOF text
LANGUAGE sql IMMUTABLE SET search_path = public AS $$
  SELECT lexeme
  FROM unnest(setweight(to_tsvector('english', readable_words(left(title, 1000))), 'A')
    || setweight(to_tsvector('english', readable_words(left(content, 20000))), 'D'))
    AS word (lexeme, positions, weights)
  WHERE length(lexeme) BETWEEN 2 AND 40 AND lexeme !~ '^[0-9.:,-]+$'
  ORDER BY 'A' = ANY (weights) DESC, cardinality(positions) DESC, length(lexeme) DESC, lexeme
  LIMIT 24
$$;
