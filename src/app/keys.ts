import { useWindowEvent } from '@mantine/hooks';
import { useSingleKeys } from './single-keys.ts';

/** Keys of Apple's keyboards have other names, and Ctrl+K deletes a line in their text fields. */
const isApple = /^(?:Mac|iP)/.test(navigator.platform);

/** The key that is held for a command. */
export const COMMAND_KEY = isApple ? '⌘' : 'Ctrl';

/** The keys that open Find, for `aria-keyshortcuts`. */
export const FIND_SHORTCUT = isApple ? 'Meta+K' : 'Control+K';

interface PageKeys {
  /** Ctrl+K, or `/`. Ctrl+K again closes. */
  onFind(): void;
  /** `?` */
  onHelp(): void;
  /** Whether Find is open: the only dialog in which Ctrl+K means something. */
  finding: boolean;
}

/** The keys that work anywhere on the page, except in a dialog. */
export function usePageKeys({ onFind, onHelp, finding }: PageKeys): void {
  const [singles] = useSingleKeys();
  const onKey = (event: KeyboardEvent) => {
    const key = keyOf(event);
    if (!key || event.repeat) return;
    const isBehind = !finding && document.querySelector('[aria-modal="true"]') !== null;
    if (isBehind || (key !== 'find' && (!singles || finding || takesText(event.target)))) return;
    event.preventDefault();
    if (key === 'help') onHelp();
    else onFind();
  };
  // Captures the event: an editor of text may have a use for the key, too.
  useWindowEvent('keydown', onKey, CAPTURE);
}

const CAPTURE = { capture: true };

function keyOf({ key, ctrlKey, metaKey, altKey, shiftKey, isComposing }: KeyboardEvent) {
  if (isComposing) return undefined;
  const isCommand = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (isCommand && !altKey && !shiftKey && key.toLowerCase() === 'k') return 'find';
  // Some keyboards have them only with Shift, some on a third level.
  if (ctrlKey !== altKey || metaKey) return undefined;
  return key === '/' ? 'slash' : key === '?' ? 'help' : undefined;
}

/** Whether what has the focus takes letters: a field, or a list that looks for them. */
function takesText(target: EventTarget | null): boolean {
  return target instanceof Element && target.matches(':read-write, select, [role="combobox"], [role="listbox"]');
}
