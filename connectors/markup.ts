import { type Handler, Parser, type ParserOptions } from "htmlparser2";
import { Refused } from "./errors.ts";

/** The most levels of nested elements. No real page is deeper, and recursive code must not overflow the stack. */
export const DEEPEST_NESTING = 200;

export const createTooDeepError = () =>
  new Refused(`The page cannot be read: it is nested more than ${DEEPEST_NESTING} levels deep.`);

/** Parses untrusted HTML or XML. Throws `Refused` if it is nested too deeply. */
export function parseMarkup(
  text: string,
  handlers: (parser: Pick<Parser, "startIndex" | "endIndex">) => Partial<Handler>,
  options: ParserOptions = {},
): void {
  let depth = 0;
  const place = {
    get startIndex() {
      return parser.startIndex;
    },
    get endIndex() {
      return parser.endIndex;
    },
  };
  const inner = handlers(place);
  const parser: Parser = new Parser(
    {
      ...inner,
      onopentag(...given) {
        depth += 1;
        if (depth > DEEPEST_NESTING) throw createTooDeepError();
        inner.onopentag?.(...given);
      },
      onclosetag(...given) {
        depth -= 1;
        inner.onclosetag?.(...given);
      },
    },
    options,
  );
  parser.end(text);
}
