const STATEMENT =
  /^\s*(?:select\s[\s\S]+\sfrom\s|select\s+(?:pg_|current_|set_config)|insert\s+into\s|update\s+[\w"]+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\(|listen\s|notify\s)/i;
/** True for an SQL statement. A sentence for people starts with one capital letter, unlike an SQL keyword. */
const isStatement = (text) => /^\s*(?:[a-z]+|[A-Z]+)\b/.test(text) && STATEMENT.test(text);
const ASKS = new Set(["query", "execute"]);
const message = "SQL belongs in a queries.ts or …-queries.ts, in functions named after what they answer.";

/**
 * The lint rule that SQL stands only in query files. Refuses arguments of a database call (`….query(…)`, `….execute(…)`), the
 * tag `sql`, and strings that are statements, even without an import of the database. oxlint.config.mjs chooses the files.
 */
const noSql = {
  create(context) {
    const refuse = (node) => context.report({ node, message });
    return {
      CallExpression(node) {
        const { callee } = node;
        if (callee.type === "MemberExpression" && ASKS.has(callee.property.name)) refuse(node);
      },
      TaggedTemplateExpression(node) {
        if (node.tag.name === "sql") refuse(node);
      },
      Literal(node) {
        if (typeof node.value === "string" && isStatement(node.value)) refuse(node);
      },
      TemplateLiteral(node) {
        if (isStatement(node.quasis.map(({ value }) => value.cooked ?? "").join(" x "))) refuse(node);
      },
    };
  },
};

/** Matches a comment that begins with one of these words after its opening marks. */
const WITHOUT_SUBJECT = /^[*\s]*(?:What|Who|Whoever|Of|So|Such|As|Then)\b/;

/**
 * The lint rule that a comment names its subject first. A comment that begins with one of these words is understood only by
 * reading the code.
 */
const commentSubject = {
  create: ({ report, sourceCode }) => ({
    Program() {
      let previous;
      for (const comment of sourceCode.getAllComments()) {
        const continues =
          comment.type === "Line" &&
          previous?.type === "Line" &&
          previous.loc.end.line === comment.loc.start.line - 1 &&
          previous.loc.start.column === comment.loc.start.column;
        previous = comment;
        if (continues || !WITHOUT_SUBJECT.test(comment.value)) continue;
        report({ node: comment, message: "Begin the comment with its subject, or with a verb, and say why." });
      }
    },
  }),
};

/** Participles and generic words, which do not say what a type contains. */
const UNCLEAR_TYPES = new Set("Told Said Kept Asked Given Wanted Lost Seen Read Place Way How Word Beside".split(" "));

/** The lint rule that a type is named by a noun, because people read the name far from the type's fields. */
const typeNoun = {
  create({ report }) {
    const check = ({ id }) => {
      if (id && UNCLEAR_TYPES.has(id.name))
        report({ node: id, message: "Name the type by what it holds, with a noun." });
    };
    return { TSTypeAliasDeclaration: check, TSInterfaceDeclaration: check, ClassDeclaration: check };
  },
};

export default {
  meta: { name: "lorekeep" },
  rules: { "no-sql": noSql, "comment-subject": commentSubject, "type-noun": typeNoun },
};
