import { Menu, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { buttonClass } from "../ui/button.tsx";
import { SideNavigation } from "./side-navigation.tsx";
import { Wordmark } from "./wordmark.tsx";

/** On a phone the side navigation is a sheet behind this bar. */
export function PhoneBar() {
  const [open, setOpen] = useState(false);
  const { pathname } = useLocation();
  useEffect(() => setOpen(false), [pathname]);
  return (
    <header className="sticky top-0 z-30 flex items-center justify-between border-b border-rule bg-paper px-4 py-2 lg:hidden">
      <Wordmark />
      <Dialog.Root open={open} onOpenChange={setOpen}>
        <Dialog.Trigger className={buttonClass({ look: "quiet", size: "icon" })} aria-label="Open the menu">
          <Menu className="size-5" aria-hidden="true" />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Overlay className="fixed inset-0 z-40 bg-[rgb(16_14_13/0.5)]" />
          <Dialog.Content
            aria-describedby={undefined}
            className="appear fixed inset-y-0 left-0 z-50 w-72 max-w-[85vw] border-r border-rule bg-paper shadow-lift"
          >
            <Dialog.Title className="sr-only">Menu</Dialog.Title>
            <Dialog.Close
              className={`${buttonClass({ look: "quiet", size: "icon" })} absolute top-6 right-3`}
              aria-label="Close the menu"
            >
              <X className="size-5" aria-hidden="true" />
            </Dialog.Close>
            <SideNavigation />
          </Dialog.Content>
        </Dialog.Portal>
      </Dialog.Root>
    </header>
  );
}
