/** Puts text on the clipboard; false where the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  // Without TLS there is no clipboard to write to, only the command of old.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copySelected(text);
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** The same with a file that comes later: the browser allows it only in the moment of the click. */
export async function copyFile(read: () => Promise<Blob>): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copySelected(await (await read()).text());
  const plain = read().then((file) => new Blob([file], { type: "text/plain" }));
  await clipboard.write([new ClipboardItem({ "text/plain": plain })]);
  return true;
}

function copySelected(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.position = "fixed";
  field.style.opacity = "0";
  // Beside the button: a dialog lets nothing else have the focus, and a menu closes when it is left.
  (before?.parentElement ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
