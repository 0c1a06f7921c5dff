import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import type { Article } from "../../../shared/contract/articles.ts";
import type { Channel } from "../../../shared/contract/channels.ts";
import { TRASH_DAYS } from "../../../shared/domain/article.ts";
import { useArticlesOfChannel } from "../../api/channels.ts";
import { useCan } from "../../components/permissions.tsx";
import { formatCount, formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { RadioChoice } from "../../ui/radio-choice.tsx";
import { removeWithUndo } from "../articles/bulk-work.ts";

interface StopDialogProps {
  channel: Channel;
  title: string;
  text: string;
  confirm: string;
  onClose: () => void;
  /** Called when confirmed, with the removal of the channel's articles, which may do nothing. */
  onStop: (takeBack: () => void) => void;
}

/** Asks before a channel is no longer read, and whether the articles that only this channel brought stay. */
export default function StopDialog({ channel, title, text, confirm, onClose, onStop }: StopDialogProps) {
  const id = useId();
  const queryClient = useQueryClient();
  const mayRemove = useCan()("change", "articles") && channel.articles > 0;
  const { data: articles = [], isLoading } = useArticlesOfChannel(channel.id, mayRemove);
  const [isTakenBack, setTakenBack] = useState(false);
  const count = formatItems(articles.length, "article");
  const takeBack = () => {
    if (isTakenBack) removeWithUndo(queryClient, articles, articles.some(isPublished) ? "remove" : "keep");
  };
  return (
    <Modal
      open
      onClose={onClose}
      role="alertdialog"
      labelledBy={`${id}-title`}
      describedBy={`${id}-text`}
      className="m-auto w-[calc(100%-2rem)] max-w-md rounded-box border border-rule bg-raised p-6 shadow-lift"
    >
      <h2 id={`${id}-title`} className="font-serif text-24">
        {title}
      </h2>
      <p id={`${id}-text`} className="mt-2 text-pretty text-soft">
        {text} {articles.length === 0 && !isLoading && keptSentence(channel)}
      </p>
      {isLoading && <div className="late skeleton mt-4 h-36" />}
      {articles.length > 0 && (
        <KeepOrTakeBack name={id} articles={articles} isTakenBack={isTakenBack} onChoose={setTakenBack} />
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="danger"
          onClick={() => {
            onClose();
            onStop(takeBack);
          }}
        >
          {isTakenBack ? `${confirm} and remove ${count}` : confirm}
        </Button>
      </div>
    </Modal>
  );
}

interface KeepOrTakeBackProps {
  /** The `name` of the group of radio buttons. */
  name: string;
  articles: Article[];
  isTakenBack: boolean;
  onChoose: (isTakenBack: boolean) => void;
}

const KeepOrTakeBack = ({ name, articles, isTakenBack, onChoose }: KeepOrTakeBackProps) => (
  <fieldset className="mt-4 border-t border-rule pt-3">
    <legend className="float-left mb-1 w-full font-semibold">{whatItBrought(articles)}</legend>
    <div className="clear-both">
      <RadioChoice
        name={name}
        isChosen={!isTakenBack}
        onChoose={() => onChoose(false)}
        label="Keep them"
        effect="They stay in the library and on their pages, with what they quote."
      />
      <RadioChoice
        name={name}
        isChosen={isTakenBack}
        onChoose={() => onChoose(true)}
        label="Take them back"
        effect={`They and their pages go to the trash, where one press restores them for ${TRASH_DAYS} days.`}
      />
    </div>
  </fieldset>
);

const isPublished = ({ publishedPlatforms }: Article) => publishedPlatforms.length > 0;

/** 'This channel alone brought 19 articles; 12 are published.' */
function whatItBrought(articles: Article[]): string {
  const published = articles.filter(isPublished).length;
  const state = published > 0 ? `; ${formatCount(published)} ${published === 1 ? "is" : "are"} published` : "";
  return `This channel alone brought ${formatItems(articles.length, "article")}${state}.`;
}

const keptSentence = ({ articles }: Channel) =>
  articles > 0
    ? `Its ${formatItems(articles, "article")} ${articles === 1 ? "stays, with what it quotes" : "stay, with what they quote"}.`
    : "";
