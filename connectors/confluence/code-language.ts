/**
 * Names of languages in Confluence's code macro, each with the names that people use.
 * https://confluence.atlassian.com/doc/code-block-macro-139390.html
 */
const LANGUAGES: Record<string, readonly string[]> = {
  bash: ["sh", "shell", "zsh", "console", "shellscript"],
  "c#": ["cs", "csharp"],
  cpp: ["c", "c++", "cc", "h", "hpp"],
  css: [],
  diff: ["patch"],
  erlang: ["erl"],
  go: ["golang"],
  groovy: ["gradle"],
  java: [],
  js: ["javascript", "jsx", "node", "mjs"],
  json: ["jsonc", "json5"],
  kotlin: ["kt"],
  perl: ["pl"],
  php: [],
  powershell: ["ps1", "pwsh"],
  py: ["python", "python3"],
  ruby: ["rb"],
  rust: ["rs"],
  sass: ["scss"],
  scala: [],
  sql: ["postgresql", "mysql", "plpgsql"],
  swift: [],
  typescript: ["ts", "tsx"],
  vb: ["vbnet", "visualbasic"],
  xml: ["html", "svg", "xhtml", "vue"],
  yaml: ["yml"],
};

const BY_NAME = new Map(
  Object.entries(LANGUAGES).flatMap(([known, names]) => [known, ...names].map((name) => [name, known])),
);

/**
 * Returns the code macro's name of a language; null if the macro does not support the language, so that the code is
 * shown as plain text.
 */
export function toMacroLanguage(language: string | null): string | null {
  return (language && BY_NAME.get(language.trim().toLowerCase())) ?? null;
}
