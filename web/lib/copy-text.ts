/** Copies text to the clipboard; false if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  // Without TLS browsers have no Clipboard API, only the deprecated copy command.
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (!clipboard) return copySelected(text);
  return clipboard.writeText(text).then(
    () => true,
    () => false,
  );
}

/** Copies a file that is still being created. The copy starts during the click, because browsers allow it only then. */
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
  // Inserts the temporary text field beside the button, so that the focus stays in the dialog or menu. A dialog would
  // take the focus back, and a menu would close.
  (before?.parentElement ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return isCopied;
}
