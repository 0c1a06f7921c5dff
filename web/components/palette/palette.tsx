import { Command, useCommandState } from "cmdk";
import { BookOpenText, Compass, Keyboard, LogOut, type LucideIcon, Moon, Play, Sun } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useArticles } from "../../api/articles.ts";
import { chooseTheme, currentTheme } from "../../lib/theme.ts";
import { useRested } from "../../lib/use-rested.ts";
import { Modal } from "../../ui/modal.tsx";
import { ALL_PAGES } from "../navigation-items.ts";
import { restartTour } from "../onboarding/onboarding.ts";
import { useAnalysisTest } from "../use-analysis-test.ts";

const TYPING_DELAY_MS = 300;
const SHOWN_ARTICLES = 6;

export default function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const [typed, setTyped] = useState("");
  const keywords = useRested(typed.trim(), TYPING_DELAY_MS);
  const articles = useArticles(keywords ? { keywords } : {});
  const found = (articles.data ?? []).slice(0, SHOWN_ARTICLES);
  const test = useAnalysisTest();
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const goTo = (to: string) => {
    onClose();
    void navigate(to);
  };
  const run = () => {
    test.mutate();
    goTo("/");
  };
  const takeTour = () => {
    restartTour();
    goTo("/");
  };
  const otherTheme = currentTheme() === "dark" ? "light" : "dark";
  const switchTheme = () => {
    chooseTheme(otherTheme);
    onClose();
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
      <Command label="Find anything" loop className="palette">
        <Command.Input
          ref={field}
          value={typed}
          onValueChange={setTyped}
          maxLength={200}
          placeholder="Go to a page, find an article, do something..."
        />
        <Found articles={found.length}>
          <Command.Group heading="Pages">
            {ALL_PAGES.map(({ to, label, Icon }) => (
              <Item key={to} Icon={Icon} onSelect={() => goTo(to)}>
                {label}
              </Item>
            ))}
          </Command.Group>
          <Command.Group heading="Do">
            <Item Icon={Play} onSelect={run}>
              Run Analysis Test
            </Item>
            <Item Icon={otherTheme === "dark" ? Moon : Sun} onSelect={switchTheme}>
              Use the {otherTheme} theme
            </Item>
            <Item Icon={Compass} onSelect={takeTour}>
              Take the tour again
            </Item>
            <Item Icon={Keyboard} onSelect={onKeys}>
              Keyboard shortcuts
            </Item>
            <Item Icon={LogOut} onSelect={() => window.location.assign("/api/logout")}>
              Log Out
            </Item>
          </Command.Group>
          {found.length > 0 && (
            <Command.Group heading="Articles" forceMount>
              {found.map(({ id, title }) => (
                <Item key={id} value={id} forceMount Icon={BookOpenText} onSelect={() => goTo(`/articles/${id}`)}>
                  {title}
                </Item>
              ))}
            </Command.Group>
          )}
        </Found>
        <Nothing articles={found.length} isSearching={articles.isFetching || typed.trim() !== keywords} />
      </Command>
    </Modal>
  );
}

/** Whether neither a page, nor something to do, nor an article fits. Articles are not counted by the list: the server chose them. */
const useNothingFits = (articles: number) => useCommandState(({ filtered }) => filtered.count === 0) && articles === 0;

/** A list that has nothing to choose from is no list. */
function Found({ articles, children }: { articles: number; children: ReactNode }) {
  return <Command.List hidden={useNothingFits(articles)}>{children}</Command.List>;
}

function Nothing({ articles, isSearching }: { articles: number; isSearching: boolean }) {
  const says = isSearching ? "Searching…" : "Nothing is called that.";
  return <output className="nothing block">{useNothingFits(articles) && says}</output>;
}

interface ItemProps {
  Icon: LucideIcon;
  value?: string;
  /** Shown whatever was typed: the server has chosen it. */
  forceMount?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

function Item({ Icon, children, ...rest }: ItemProps) {
  return (
    <Command.Item {...rest}>
      <Icon className="size-4 shrink-0 text-faint" aria-hidden="true" />
      <span className="min-w-0 truncate">{children}</span>
    </Command.Item>
  );
}
