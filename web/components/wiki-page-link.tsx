import { clsx } from "clsx";
import { ArrowUpRight } from "lucide-react";

interface WikiPageLinkProps {
  page: { title: string; url: string };
  className?: string;
}

/** The title of a wiki page, as a link to the page on its platform. Without a web address, the title is no link. */
export function WikiPageLink({ page: { title, url }, className }: WikiPageLinkProps) {
  const look = clsx("wrap-anywhere", className);
  if (!url)
    return (
      <span dir="auto" className={look}>
        {title}
      </span>
    );
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" dir="auto" className={clsx(look, "hover:text-accent")}>
      {title}
      <ArrowUpRight className="ml-0.5 inline size-3.5" aria-label="(opens the page)" />
    </a>
  );
}
