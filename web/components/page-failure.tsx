import { Component, type ReactNode } from "react";
import { Button } from "../ui/button.tsx";

/** A page that broke, or whose code is gone because a new version was installed, says so and offers to load it again. */
export class PageFailure extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" className="flex flex-col items-start gap-3 py-12">
        <h1 className="font-serif text-32">This page could not be shown.</h1>
        <p className="max-w-[60ch] text-soft">
          A new version may have been installed while this one was open. Nothing was lost; load the page again.
        </p>
        <Button look="primary" onClick={() => window.location.reload()}>
          Load again
        </Button>
      </div>
    );
  }
}
