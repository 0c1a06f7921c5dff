import type { ReactNode } from "react";
import type { Inline } from "../../shared/markdown/inline.ts";

/** Renders a sentence's Markdown as elements. The result contains only text, emphasis, code and https links. */
export function InlineText({ inline }: { inline: readonly Inline[] }) {
  return inline.map((token, index) => <Token key={index} token={token} />);
}

function Token({ token }: { token: Inline }): ReactNode {
  switch (token.type) {
    case "text":
      return token.text;
    case "code":
      return <code className="inline-code">{token.text}</code>;
    case "strong":
      return (
        <strong>
          <InlineText inline={token.children} />
        </strong>
      );
    case "emphasis":
      return (
        <em>
          <InlineText inline={token.children} />
        </em>
      );
    case "strike":
      return (
        <s>
          <InlineText inline={token.children} />
        </s>
      );
    case "link":
      return (
        <a href={token.href} target="_blank" rel="noopener noreferrer nofollow" className="text-link">
          <InlineText inline={token.children} />
        </a>
      );
    case "break":
      return <br />;
  }
}
