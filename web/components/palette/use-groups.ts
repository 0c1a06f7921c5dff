import {
  Bookmark,
  BookOpenText,
  Compass,
  Keyboard,
  LogOut,
  type LucideIcon,
  MessageCircleQuestionMark,
  Moon,
  NotebookText,
  Play,
  Sun,
} from "lucide-react";
import { useNavigate } from "react-router";
import type { Article } from "../../../shared/contract/articles.ts";
import type { PageHit } from "../../../shared/contract/ask.ts";
import { buildViewAddress, useSavedViews } from "../../api/saved-views.ts";
import { PAGE_STATES } from "../../api/wiki-pages.ts";
import { looksLikeQuestion } from "../../lib/reads-like-question.ts";
import { getCurrentTheme, setTheme } from "../../lib/theme.ts";
import { restartTour } from "../onboarding/onboarding.ts";
import { useCan } from "../permissions.tsx";
import { getSearchWords } from "../settings-entries.ts";
import { ALL_PAGES } from "./all-pages.ts";
import { matchesTyped } from "./matches-typed.ts";

export interface PaletteGroup {
  heading: string;
  choices: PaletteChoice[];
}

export interface PaletteChoice {
  id: string;
  label: string;
  Icon: LucideIcon;
  /** Further words by which people can find this choice. */
  words?: string;
  /** 'Draft': nobody has reviewed the article yet. */
  mark?: string | undefined;
  /** The searched text, whose words are marked in label and passage. */
  search?: string;
  /** The part of the article that has the words, where its title and summary have not. */
  passage?: string | undefined;
  choose: () => void;
}

interface Input {
  search: string;
  isSearching: boolean;
  articles: readonly Pick<Article, "id" | "title" | "status" | "passage">[];
  haveAllWords: boolean;
  pages: readonly PageHit[];
  onClose: () => void;
  onKeys: () => void;
  ask: () => void;
}

/** The most articles that are offered if they have only some of the words, because people rarely mean these. */
const MOST_NEAR = 3;

/** The choices that match the typed text, in groups without empty ones. */
export function usePaletteGroups({
  search,
  isSearching,
  articles,
  haveAllWords,
  pages,
  onClose,
  onKeys,
  ask,
}: Input): PaletteGroup[] {
  const may = useCan();
  const navigate = useNavigate();
  const goTo = (to: string, state?: object) => {
    onClose();
    void navigate(to, { state });
  };
  const views = useSavedViews();
  const commands = useCommands({ goTo, onClose, onKeys });
  const articlesFound = groupArticles(isSearching ? [] : articles, { search, haveAllWords }, goTo);
  const asking = { heading: "Ask", choices: isSearching ? [] : askChoices(search, ask) };
  const pagesFound = {
    heading: "In your wiki",
    choices: isSearching ? [] : pages.flatMap(pageChoice(search, onClose)),
  };
  // A question is asked with Enter where no article has all of its words.
  const isAskedFirst = !haveAllWords && looksLikeQuestion(search, false);
  const fitting = (choices: PaletteChoice[]) =>
    choices.filter(({ label, words = "" }) => matchesTyped(search, `${label} ${words}`));
  return [
    {
      heading: "Pages",
      choices: fitting(
        ALL_PAGES.filter(({ reads }) => !reads || may("read", reads)).map(({ to, label, Icon }) => ({
          id: to,
          label,
          Icon,
          words: getSearchWords(to),
          choose: () => goTo(to),
        })),
      ),
    },
    {
      heading: "Views",
      choices: fitting(
        (views.data ?? []).map((view) => ({
          id: view.id,
          label: view.name,
          Icon: Bookmark,
          choose: () => goTo(buildViewAddress(view)),
        })),
      ),
    },
    { heading: "Do", choices: fitting(commands) },
    ...(isAskedFirst ? [asking, articlesFound, pagesFound] : [articlesFound, pagesFound, asking]),
  ].filter(({ choices }) => choices.length > 0);
}

function groupArticles(
  articles: Input["articles"],
  { search, haveAllWords }: Pick<Input, "search" | "haveAllWords">,
  goTo: (to: string) => void,
): PaletteGroup {
  return {
    heading: haveAllWords ? "Articles" : "Articles that have only some of the words",
    choices: articles.slice(0, haveAllWords ? undefined : MOST_NEAR).map(({ id, title, status, passage }) => ({
      id,
      label: title,
      search,
      passage,
      mark: status === "draft" ? "Draft" : undefined,
      Icon: BookOpenText,
      choose: () => goTo(`/articles/${id}`),
    })),
  };
}

/** Opens the page on its platform; a page without a web address cannot be opened. */
const pageChoice =
  (search: string, onClose: () => void) =>
  ({ id, title, url, state }: PageHit): PaletteChoice[] => {
    if (url === "") return [];
    const choose = () => {
      onClose();
      window.open(url, "_blank", "noopener,noreferrer");
    };
    return [{ id, label: title, search, mark: state ? PAGE_STATES[state] : undefined, Icon: NotebookText, choose }];
  };

/** Every text can be asked, so that no search is a dead end. */
function askChoices(search: string, ask: () => void): PaletteChoice[] {
  if (search === "") return [];
  return [{ id: "ask", label: `Ask “${search}”`, Icon: MessageCircleQuestionMark, choose: ask }];
}

interface PaletteActions {
  goTo: (to: string, state?: object) => void;
  onClose: () => void;
  onKeys: () => void;
}

function useCommands({ goTo, onClose, onKeys }: PaletteActions): PaletteChoice[] {
  const mayAnalyze = useCan()("change", "analysis");
  const run = () => goTo("/", { runTest: true });
  const takeTour = () => {
    restartTour();
    goTo("/");
  };
  const otherTheme = getCurrentTheme() === "dark" ? "light" : "dark";
  const switchTheme = () => {
    setTheme(otherTheme);
    onClose();
  };
  return [
    ...(mayAnalyze ? [{ id: "run", label: "Run Analysis Test", Icon: Play, choose: run }] : []),
    {
      id: "theme",
      label: `Use the ${otherTheme} theme`,
      Icon: otherTheme === "dark" ? Moon : Sun,
      words: "dark light mode appearance",
      choose: switchTheme,
    },
    { id: "tour", label: "Take the tour again", Icon: Compass, choose: takeTour },
    { id: "keys", label: "Keyboard shortcuts", Icon: Keyboard, choose: onKeys },
    { id: "out", label: "Log Out", Icon: LogOut, choose: () => window.location.assign("/api/logout") },
  ];
}
