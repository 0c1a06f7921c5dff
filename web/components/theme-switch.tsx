import { Moon, Sun } from "lucide-react";
import { useSyncExternalStore } from "react";
import { getCurrentTheme, setTheme, subscribeToTheme } from "../lib/theme.ts";
import { Button } from "../ui/button.tsx";

export function ThemeSwitch() {
  const theme = useSyncExternalStore(subscribeToTheme, getCurrentTheme);
  const other = theme === "dark" ? "light" : "dark";
  const Icon = theme === "dark" ? Sun : Moon;
  return (
    <Button look="quiet" size="icon" aria-label={`Use the ${other} theme`} onClick={() => setTheme(other)}>
      <Icon className="size-[1.125rem]" aria-hidden="true" />
    </Button>
  );
}
