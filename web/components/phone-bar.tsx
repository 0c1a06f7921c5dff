import { Menu, Search, X } from "lucide-react";
import { useState } from "react";
import { Button } from "../ui/button.tsx";
import { Modal } from "../ui/modal.tsx";
import { NotificationBell } from "./notification-bell.tsx";
import { showOverlay } from "./palette/shell-overlay.ts";
import { SideNavigation } from "./side-navigation.tsx";
import { Wordmark } from "./wordmark.tsx";

/**
 * The bar at the top of a phone, which opens the side navigation. Recreated on every navigation, even to the same page.
 */
export function PhoneBar() {
  const [open, setOpen] = useState(false);
  return (
    <header className="not-printed sticky top-0 z-30 flex items-center justify-between border-b border-rule bg-paper px-4 py-2 lg:hidden">
      <Wordmark />
      <div className="flex">
        <NotificationBell />
        <Button
          look="quiet"
          size="icon"
          aria-label="Find anything"
          aria-haspopup="dialog"
          onClick={() => showOverlay("palette")}
        >
          <Search className="size-5" aria-hidden="true" />
        </Button>
        <Button
          look="quiet"
          size="icon"
          aria-label="Open the menu"
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Menu className="size-5" aria-hidden="true" />
        </Button>
      </div>
      <Modal
        open={open}
        onClose={() => setOpen(false)}
        labelledBy="menu-title"
        className="m-0 h-dvh max-h-none w-72 max-w-[85vw] border-r border-rule bg-paper shadow-lift"
      >
        <h2 id="menu-title" className="sr-only">
          Menu
        </h2>
        <SideNavigation />
        <Button
          look="quiet"
          size="icon"
          aria-label="Close the menu"
          className="absolute top-5 right-3"
          onClick={() => setOpen(false)}
        >
          <X className="size-5" aria-hidden="true" />
        </Button>
      </Modal>
    </header>
  );
}
