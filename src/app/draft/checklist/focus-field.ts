/** How long a field may take to appear after the edit that makes it, in milliseconds. */
const PATIENCE_MS = 3_000;

/** Focuses the text of an entry of a header by its key, as soon as it is there. */
export async function focusEntry(key: string): Promise<void> {
  const entry = await shown(`[data-entry="${CSS.escape(key)}"]`);
  const fields = entry?.querySelectorAll<HTMLElement>('input:not([type=file]), textarea');
  fields?.[fields.length - 1]?.focus();
}

async function shown(selector: string): Promise<HTMLElement | null> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found || performance.now() > end) return found;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
}
