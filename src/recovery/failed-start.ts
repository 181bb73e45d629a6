/** Milliseconds after which a page that has failed and shows nothing is taken to have ended. It draws much faster. */
const DRAW_MS = 600;

/** The view is a file of its own, as few pages need it. Where it cannot be loaded either, a sentence says what to do. */
async function draw(reason: unknown): Promise<HTMLElement> {
  try {
    const { drawRecovery } = await import('./recovery-view.ts');
    return drawRecovery(reason);
  } catch {
    const text = document.createElement('p');
    text.textContent = 'Boxcutter could not be loaded. Try again.';
    document.body.append(text);
    return text;
  }
}

/**
 * Watches the page: where something fails and `root` is empty, whether at the start or later, it shows what has
 * happened and what can be done. React empties it where a component throws outside of a boundary. Nothing is shown over
 * a page that goes on.
 */
export function watchStart(root: HTMLElement): void {
  let panel: Promise<HTMLElement> | undefined;
  let first: unknown;

  function look(): void {
    const isBlank = root.childElementCount === 0;
    if (isBlank) panel ??= draw(first);
    else {
      void panel?.then((shown) => shown.remove());
      panel = undefined;
    }
  }

  function failed(reason: unknown): void {
    first ??= reason;
    const wait = () => setTimeout(look, DRAW_MS);
    // Until then, the script of the page may only be slow to come.
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', wait, { once: true });
    else wait();
  }

  new MutationObserver(() => panel && look()).observe(root, { childList: true });
  window.addEventListener('unhandledrejection', ({ reason }) => failed(reason));
  // Of a script that cannot be loaded, the event is only seen on its way down.
  window.addEventListener(
    'error',
    (event: Event) => {
      if (event instanceof ErrorEvent) failed(event.error ?? event.message);
      else if (event.target instanceof HTMLScriptElement) failed('A part of Boxcutter could not be loaded.');
    },
    true,
  );
}
