/** What the browser's dialog for saving gave: a file to write to, nothing as it was closed, or there is none. */
export type Picked = { kind: 'file'; file: FileSystemFileHandle } | { kind: 'closed' } | { kind: 'none' };

/** Asks where to save a file, as far as the browser can: others put it among the downloads. To be called at a click. */
export async function pickSaveFile(name: string): Promise<Picked> {
  const { showSaveFilePicker } = window;
  if (!showSaveFilePicker) return { kind: 'none' };
  try {
    return { kind: 'file', file: await showSaveFilePicker.call(window, { suggestedName: name }) };
  } catch (error) {
    // It is there and not allowed in a frame of another site.
    if (error instanceof DOMException && error.name === 'AbortError') return { kind: 'closed' };
    return { kind: 'none' };
  }
}

/** Lets go of what was picked before anything was written: the browser has made the file at once, and no empty one is to stay behind. */
export async function dropPicked(picked: Picked): Promise<void> {
  if (picked.kind !== 'file') return;
  const file: FileSystemFileHandle & { remove?: () => Promise<void> } = picked.file;
  try {
    if ((await file.getFile()).size === 0) await file.remove?.();
  } catch {
    // It is gone already, or may not be looked at: then it stays as it is.
  }
}
