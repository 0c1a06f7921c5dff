import { CopyButton } from "../../ui/copy-button.tsx";

export function CodeBlock({ code, language }: { code: string; language: string | null }) {
  return (
    <span className="code-block">
      <span className="code-bar">
        <span>{language ?? "code"}</span>
        <CopyButton text={code} label="Copy" quiet />
      </span>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long line is scrolled by keyboard as well */}
      <code className="code-lines" tabIndex={0}>
        {code}
      </code>
    </span>
  );
}
