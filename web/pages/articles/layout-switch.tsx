import { LayoutGrid, Rows3 } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { type ArticleLayout, useArticleLayout } from "./article-layout.ts";

const LOOKS: [look: ArticleLayout, name: string, Icon: typeof Rows3][] = [
  ["cards", "Show as cards", LayoutGrid],
  ["list", "Show as list", Rows3],
];

export function LayoutSwitch() {
  const [look, choose] = useArticleLayout();
  return (
    <fieldset className="flex">
      <legend className="sr-only">How articles are shown</legend>
      {LOOKS.map(([value, name, Icon]) => (
        <Button
          key={value}
          size="icon"
          aria-label={name}
          aria-pressed={look === value}
          className="not-first-of-type:-ml-px not-first-of-type:rounded-l-none first-of-type:rounded-r-none aria-pressed:bg-sunken aria-pressed:text-accent"
          onClick={() => choose(value)}
        >
          <Icon className="size-4" aria-hidden="true" />
        </Button>
      ))}
    </fieldset>
  );
}
