import { useLocalStorage } from '@mantine/hooks';
import { useMemo } from 'react';

/**
 * A setting that the browser remembers, known in the first render, so that nothing moves. It is stored only once it is
 * changed, and kept for this page where the browser stores nothing.
 *
 * @param name unique on the page
 * @param check makes a value of what is stored, which another version of the page or another page of the origin may
 *   have written. It gets undefined where nothing is stored. Keep it stable.
 */
export function useStoredSetting<T>(
  name: string,
  check: (stored: unknown) => T,
): [setting: T, store: (setting: T) => void] {
  const [text, store] = useLocalStorage<string | undefined>({
    key: `boxcutter-${name}`,
    getInitialValueInEffect: false,
    deserialize: (stored) => stored,
    serialize: String,
  });
  const setting = useMemo(() => check(parsed(text)), [text, check]);
  return [setting, (next) => store(JSON.stringify(next))];
}

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
