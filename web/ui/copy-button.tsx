import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { copyText } from "../lib/copy-text.ts";
import { showToast } from "../lib/toast-store.ts";
import { Button } from "./button.tsx";

const CONFIRMED_MS = 2000;

export function CopyButton({ text, label, quiet = false }: { text: string; label: string; quiet?: boolean }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    if (await copyText(text)) setCopied(true);
    else showToast({ title: "Not copied", text: "The browser does not allow copying here.", tone: "destructive" });
  };
  return (
    <Button look={quiet ? "quiet" : "plain"} size="small" onClick={() => void copy()}>
      {copied ? <Check className="size-4" aria-hidden="true" /> : <Copy className="size-4" aria-hidden="true" />}
      <span aria-live="polite">{copied ? "Copied" : label}</span>
    </Button>
  );
}
