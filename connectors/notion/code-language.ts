/** The languages that Notion's code blocks accept: https://developers.notion.com/reference/block#code */
const KNOWN = new Set(
  "abap,abc,agda,arduino,ascii art,assembly,bash,basic,bnf,c,c#,c++,clojure,coffeescript,coq,css,dart,dhall,diff,docker,ebnf,elixir,elm,erlang,f#,flow,fortran,gherkin,glsl,go,graphql,groovy,haskell,hcl,html,idris,java,javascript,json,julia,kotlin,latex,less,lisp,livescript,llvm ir,lua,makefile,markdown,markup,matlab,mathematica,mermaid,nix,notion formula,objective-c,ocaml,pascal,perl,php,plain text,powershell,prolog,protobuf,purescript,python,r,racket,reason,ruby,rust,sass,scala,scheme,scss,shell,smalltalk,solidity,sql,swift,toml,typescript,vb.net,verilog,vhdl,visual basic,webassembly,xml,yaml".split(
    ",",
  ),
);

const OTHER_NAMES: Record<string, string> = {
  "c++11": "c++",
  cc: "c++",
  console: "shell",
  cpp: "c++",
  cs: "c#",
  csharp: "c#",
  dockerfile: "docker",
  fsharp: "f#",
  golang: "go",
  hs: "haskell",
  js: "javascript",
  json5: "json",
  jsonc: "json",
  jsx: "javascript",
  kt: "kotlin",
  make: "makefile",
  md: "markdown",
  mjs: "javascript",
  mysql: "sql",
  node: "javascript",
  objc: "objective-c",
  patch: "diff",
  pl: "perl",
  plpgsql: "sql",
  postgresql: "sql",
  proto: "protobuf",
  ps1: "powershell",
  pwsh: "powershell",
  py: "python",
  python3: "python",
  rb: "ruby",
  rs: "rust",
  sh: "shell",
  shellscript: "shell",
  svg: "xml",
  terraform: "hcl",
  tf: "hcl",
  ts: "typescript",
  tsx: "typescript",
  vb: "visual basic",
  vbnet: "vb.net",
  vue: "html",
  wasm: "webassembly",
  yml: "yaml",
  zsh: "shell",
};

export function toNotionLanguage(language: string | null): string {
  const name = language?.trim().toLowerCase() ?? "";
  const known = OTHER_NAMES[name] ?? name;
  return KNOWN.has(known) ? known : "plain text";
}
