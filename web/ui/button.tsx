import { clsx } from "clsx";
import type { ComponentProps } from "react";

const BUTTON =
  "inline-flex shrink-0 items-center justify-center gap-2 rounded-box border font-medium whitespace-nowrap transition-colors disabled:cursor-not-allowed disabled:opacity-55 aria-disabled:cursor-not-allowed aria-disabled:opacity-55";
const LOOKS = {
  primary: "border-accent bg-accent text-on-accent enabled:hover:border-accent-strong enabled:hover:bg-accent-strong",
  plain: "border-edge bg-raised text-ink enabled:hover:border-accent enabled:hover:text-accent",
  quiet: "border-transparent text-soft enabled:hover:bg-sunken enabled:hover:text-ink",
  danger: "border-wrong bg-wrong text-paper enabled:hover:opacity-90",
};
const SIZES = {
  medium: "min-h-10 px-4 text-15 pointer-coarse:min-h-11",
  small: "min-h-8 px-2.5 text-13 pointer-coarse:min-h-11 pointer-coarse:min-w-11",
  icon: "size-10 pointer-coarse:size-11",
};

interface ButtonStyle {
  look?: keyof typeof LOOKS | undefined;
  size?: keyof typeof SIZES | undefined;
  className?: string | undefined;
}

/** The classes of a button, for links that look like one. */
export const getButtonClass = ({ look = "plain", size = "medium", className }: ButtonStyle = {}) =>
  clsx(BUTTON, LOOKS[look], SIZES[size], className);

type ButtonProps = ComponentProps<"button"> & ButtonStyle;

export function Button({ look, size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={getButtonClass({ look, size, className })} {...rest} />;
}
