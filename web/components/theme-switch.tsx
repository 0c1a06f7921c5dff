import { Moon, Sun } from "lucide-react";
import { useState } from "react";
import { chooseTheme, currentTheme } from "../lib/theme.ts";
import { Button } from "../ui/button.tsx";

export function ThemeSwitch() {
  const [theme, setTheme] = useState(currentTheme);
  const other = theme === "dark" ? "light" : "dark";
  const Icon = theme === "dark" ? Sun : Moon;
  return (
    <Button
      look="quiet"
      size="icon"
      aria-label={`Use the ${other} theme`}
      onClick={() => {
        chooseTheme(other);
        setTheme(other);
      }}
    >
      <Icon className="size-[1.125rem]" aria-hidden="true" />
    </Button>
  );
}
