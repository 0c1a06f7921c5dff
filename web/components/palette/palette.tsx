import { Command } from "cmdk";
import { BookOpenText, X } from "lucide-react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";
import { useArticleSearch } from "../../api/articles.ts";
import { useWikiPageSearch } from "../../api/wiki-pages.ts";
import { useDebounced } from "../../lib/use-debounced.ts";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";
import { buildQuestionPath, createQuestionRequest, type QuestionRequest } from "../answer/question-request.ts";
import { MarkedWords } from "../found-words.tsx";
import { EARLY_FIELD_ID } from "./shell-overlay.ts";
import { type PaletteChoice, type PaletteGroup, usePaletteGroups } from "./use-groups.ts";

const TYPING_DELAY_MS = 300;
const SHOWN_ARTICLES = 6;
const SHOWN_WIKI_PAGES = 3;
const NOTHING_FOUND = { articles: [], haveAllWords: true, meant: [] };

const AskedHere = lazy(() => import("../answer/inline-answer.tsx"));

/**
 * The command palette. Enter opens the highlighted choice, which is the first one until the arrow keys or the mouse
 * select another.
 */
export default function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const [typed, setTyped] = useState(readTypedEarly);
  const [pointed, setPointed] = useState("");
  const { asked, setAsked, openAsked } = useAskedQuestion(onClose);
  const search = typed.trim();
  const { isSearching, ...found } = useFound(search);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const ask = () => setAsked(createQuestionRequest(search));
  const groups = usePaletteGroups({ search, isSearching, ...found, onClose, onKeys, ask });
  const shown = groups.flatMap(({ choices }) => choices);
  const highlighted = shown.find(({ id }) => id === pointed) ?? shown[0];

  const chooseLater = useChooseLater(search, isSearching, highlighted);

  const enter = () => {
    if (asked) openAsked();
    else if (!highlighted && isSearching) chooseLater();
  };
  return (
    <Modal
      open
      onClose={onClose}
      labelledBy="palette-title"
      className="mx-auto mt-[12vh] mb-auto w-[calc(100%-2rem)] max-w-xl overflow-hidden rounded-box border border-rule bg-raised shadow-lift"
    >
      <h2 id="palette-title" className="sr-only">
        Find anything
      </h2>
      <Command
        label="Find anything"
        loop
        className="palette"
        shouldFilter={false}
        value={highlighted?.id ?? ""}
        onValueChange={setPointed}
      >
        <Command.Input
          ref={field}
          value={typed}
          onValueChange={(value) => {
            setTyped(value);
            setPointed("");
            setAsked(null);
          }}
          onKeyDown={({ key }) => key === "Enter" && enter()}
          maxLength={200}
          placeholder="Page, article or action"
        />
        <CloseOnPhone onClose={onClose} />
        <Found groups={asked ? [] : groups} told={asked ? "" : toldOf(shown, isSearching, found)} />
      </Command>
      {asked && <AnswerBelow asked={asked} />}
    </Modal>
  );
}

/** Articles and pages of the wiki for the typed words. */
function useFound(search: string) {
  const keywords = useDebounced(search, TYPING_DELAY_MS);
  const found = useArticleSearch(keywords, SHOWN_ARTICLES);
  const pages = useWikiPageSearch(keywords, SHOWN_WIKI_PAGES).data ?? [];
  const isSearching = search !== keywords || found.isPending || found.isPlaceholderData;
  return { ...(found.data ?? NOTHING_FOUND), pages, isSearching };
}

/** A phone has no Escape key, and its keyboard covers the area beside the palette. */
const CloseOnPhone = ({ onClose }: { onClose: () => void }) => (
  <Button look="quiet" size="icon" aria-label="Close" className="absolute! top-1 right-1 sm:hidden" onClick={onClose}>
    <X className="size-5" aria-hidden="true" />
  </Button>
);

/**
 * Reads the text that was typed while this code was loading. Its field still exists when the palette is first rendered.
 */
const readTypedEarly = () => document.querySelector<HTMLInputElement>(`#${EARLY_FIELD_ID}`)?.value ?? "";

/**
 * Handles Enter before the search has answered. Opens the first result when it arrives, if the text is still the same.
 */
function useChooseLater(search: string, isSearching: boolean, first: PaletteChoice | undefined): () => void {
  const hurried = useRef<string | null>(null);
  useEffect(() => {
    if (isSearching || hurried.current !== search) return;
    hurried.current = null;
    first?.choose();
  }, [isSearching, search, first]);
  return () => {
    hurried.current = search;
  };
}

/** Rendered outside the list, because the list uses Enter for its highlighted choice. */
function AnswerBelow({ asked }: { asked: QuestionRequest }) {
  return (
    <div className="max-h-[min(60dvh,28rem)] overflow-y-auto px-5 pb-5">
      <Suspense fallback={<div className="late skeleton mt-4 h-40" />}>
        <AskedHere key={asked.asking} {...asked} />
      </Suspense>
    </div>
  );
}

/** The question that the person asked in the palette. A click on a link in the answer closes the palette. */
function useAskedQuestion(onClose: () => void) {
  const [asked, setAsked] = useState<QuestionRequest | null>(null);
  const navigate = useNavigate();
  const { key } = useLocation();
  // The previous page may still be loading when the palette opens. Only navigation after the question closes the
  // palette.
  const askedAt = useRef<string | null>(null);
  useEffect(() => {
    if (!asked) askedAt.current = null;
    else if (askedAt.current === null) askedAt.current = key;
    else if (askedAt.current !== key) onClose();
  }, [asked, key, onClose]);
  const openAsked = () => {
    if (!asked) return;
    const { to, state } = buildQuestionPath(asked);
    void navigate(to, { state });
  };
  return { asked, setAsked, openAsked };
}

const toldOf = (shown: PaletteChoice[], isSearching: boolean, { haveAllWords, meant }: SearchNotes) => {
  if (isSearching) return "Searching…";
  if (!haveAllWords) return "No article matches all of your words.";
  if (!shown.some(({ Icon }) => Icon === BookOpenText)) return "No article matches.";
  return meant.length > 0 ? `Searched for ${meant.map((word) => `“${word}”`).join(" and ")}, too.` : "";
};
type SearchNotes = { haveAllWords: boolean; meant: readonly string[] };

/** The list of choices. `told`: the note below the list; '' for none. */
function Found({ groups, told }: { groups: PaletteGroup[]; told: string }) {
  return (
    <>
      {/* Hides an empty list. */}
      <Command.List hidden={groups.length === 0}>
        {groups.map((group) => (
          <GroupItems key={group.heading} group={group} />
        ))}
      </Command.List>
      <output className="nothing block">{told}</output>
    </>
  );
}

function GroupItems({ group: { heading, choices } }: { group: PaletteGroup }) {
  return (
    <Command.Group heading={heading}>
      {choices.map(({ id, label, Icon, mark, search = "", passage, choose }) => (
        <Command.Item key={id} value={id} onSelect={choose}>
          <Icon className="size-4 shrink-0 text-faint" aria-hidden="true" />
          <span className="min-w-0">
            <span className="block truncate max-sm:line-clamp-2 max-sm:whitespace-normal">
              <MarkedWords text={label} search={search} />
            </span>
            {passage && (
              <span dir="auto" className="block truncate text-13 text-soft">
                <MarkedWords text={`… ${passage} …`} search={search} />
              </span>
            )}
          </span>
          {mark && <span className="ml-auto shrink-0 rounded-box bg-sunken px-2 text-12 text-soft">{mark}</span>}
        </Command.Item>
      ))}
    </Command.Group>
  );
}
