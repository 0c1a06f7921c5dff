import { Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { chooseTheme, currentTheme, onTheme } from "../lib/theme.ts";
import { Button } from "../ui/button.tsx";

export function ThemeSwitch() {
  const theme = useSyncExternalStore(onTheme, currentTheme);
  const other = theme === "dark" ? "light" : "dark";
  const Icon = theme === "dark" ? Sun : Moon;
  return (
    <Button look="quiet" size="icon" aria-label={`Use the ${other} theme`} onClick={() => chooseTheme(other)}>
      <Icon className="size-[1.125rem]" aria-hidden="true" />
    </Button>
  );
}
