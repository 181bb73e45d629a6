/** What the browser's save dialog gave: a file to write to, `closed` by the user, or `none` if there is no dialog. */
export type Picked = { kind: 'file'; file: FileSystemFileHandle } | { kind: 'closed' } | { kind: 'none' };

/** Asks where to save a file. Without a dialog (`none`), save it to the downloads. Call it in a click's handler. */
export async function pickSaveFile(name: string): Promise<Picked> {
  const { showSaveFilePicker } = window;
  if (!showSaveFilePicker) return { kind: 'none' };
  try {
    return { kind: 'file', file: await showSaveFilePicker.call(window, { suggestedName: name }) };
  } catch (error) {
    // The dialog exists, but a frame of another site may not use it.
    if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'closed' };
    return { kind: 'none' };
  }
}

/**
 * Removes a picked file that is still empty. The browser creates the file when it is picked, before anything is
 * written.
 */
export async function dropPicked(picked: Picked): Promise<void> {
  if (picked.kind !== 'file') return;
  const file: FileSystemFileHandle & { remove?: () => Promise<void> } = picked.file;
  try {
    if ((await file.getFile()).size === 0) await file.remove?.();
  } catch {
    // The file is gone already, or the page may not look at it. It stays as it is.
  }
}
