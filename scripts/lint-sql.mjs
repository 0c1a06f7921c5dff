/**
 * A rule of the lint: SQL is in query files. Refuses whatever is given to a database (`….query(…)`, `….execute(…)`), the tag `sql`,
 * and a text that is a statement, also where nothing of a database is imported. Its files are chosen in oxlint.config.mjs.
 */
const STATEMENT =
  /^\s*(?:select\s[\s\S]+\sfrom\s|select\s+(?:pg_|current_|set_config)|insert\s+into\s|update\s+[\w"]+\s+set\s|delete\s+from\s|with\s+\w+\s+as\s*\(|listen\s|notify\s)/i;
/** A sentence for people starts with a capital letter followed by lower-case ones, unlike an SQL keyword. */
const isStatement = (text) => /^\s*(?:[a-z]+|[A-Z]+)\b/.test(text) && STATEMENT.test(text);
const ASKS = new Set(["query", "execute"]);
const message = "SQL belongs in a queries.ts or …-queries.ts, in functions named after what they answer.";

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

export default { meta: { name: "lorekeep" }, rules: { "no-sql": noSql } };
