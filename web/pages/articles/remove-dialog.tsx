import { useId, useState } from "react";
import type { Article } from "../../../shared/contract/articles.ts";
import { TRASH_DAYS } from "../../../shared/domain/article.ts";
import { formatItems } from "../../lib/format.ts";
import { getPlatformName } from "../../lib/platforms.ts";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { RadioChoice } from "../../ui/radio-choice.tsx";

type PageHandling = "keep" | "remove";

interface RemoveDialogProps {
  articles: readonly Pick<Article, "id" | "title" | "publishedPlatforms">[];
  open: boolean;
  onClose: () => void;
  onRemove: (pages: PageHandling) => void;
}

/** Lists exactly what is deleted and what stays. The person chooses what happens to published pages. */
export default function RemoveDialog({ articles, open, onClose, onRemove }: RemoveDialogProps) {
  const [pages, setPages] = useState<PageHandling>("remove");
  const id = useId();
  const published = articles.filter(({ publishedPlatforms }) => publishedPlatforms.length > 0);
  const platforms = [...new Set(published.flatMap(({ publishedPlatforms }) => publishedPlatforms))]
    .map(getPlatformName)
    .join(" and ");
  const many = articles.length !== 1;
  const what = many ? formatItems(articles.length, "article") : "article";
  const willTrash = pages === "remove" && published.length > 0;
  return (
    <Modal
      open={open}
      onClose={onClose}
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      className="m-auto w-[calc(100%-2rem)] max-w-lg rounded-box border border-rule bg-raised p-6 shadow-lift"
    >
      <h2 id={`${id}-title`} className="font-serif text-24">
        {many ? `Remove ${what}?` : "Remove this article?"}
      </h2>
      <p id={`${id}-text`} className="mt-2 text-soft">
        {many ? "They leave" : `“${articles[0]?.title}” leaves`} the library for everybody and {many ? "stay" : "stays"}{" "}
        in the trash for {TRASH_DAYS} days, where one press restores {many ? "them" : "it"}. The chat messages stay, and
        the same conversation is not written down again.
      </p>
      {published.length > 0 && (
        <PagesOfArticles
          many={many}
          published={published.length}
          platforms={platforms}
          pages={pages}
          onChange={setPages}
        />
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="danger"
          onClick={() => {
            onClose();
            onRemove(willTrash ? "remove" : "keep");
          }}
        >
          {`Remove ${what}${willTrash ? (many ? " and their pages" : " and its pages") : ""}`}
        </Button>
      </div>
    </Modal>
  );
}

interface PagesOfArticlesProps {
  many: boolean;
  /** The number of articles that have pages. */
  published: number;
  platforms: string;
  pages: PageHandling;
  onChange: (pages: PageHandling) => void;
}

function PagesOfArticles({ many, published, platforms, pages, onChange }: PagesOfArticlesProps) {
  const name = useId();
  return (
    <fieldset className="mt-5 border-t border-rule pt-3">
      <legend className="float-left mb-1 w-full font-semibold">
        {many
          ? `${formatItems(published, "of them has", "of them have")} pages in ${platforms}`
          : `It has a page in ${platforms}`}
      </legend>
      <div className="clear-both">
        <RadioChoice
          name={name}
          isChosen={pages === "remove"}
          onChoose={() => onChange("remove")}
          label="Remove the pages too"
          effect={`They go to the trash of ${platforms} and come back when the ${many ? "articles are" : "article is"} restored.`}
        />
        <RadioChoice
          name={name}
          isChosen={pages === "keep"}
          onChoose={() => onChange("keep")}
          label="Leave the pages"
          effect="They stay as they are and are no longer updated."
        />
      </div>
    </fieldset>
  );
}
