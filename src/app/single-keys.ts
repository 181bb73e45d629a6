import { useLocalStorage } from '@mantine/hooks';

/**
 * The setting in the browser's storage. It has a value only once it was changed: a page that opens writes none.
 */
const SETTING = {
  key: 'boxcutter-single-keys',
  getInitialValueInEffect: false,
  deserialize: (stored: string | undefined) => stored,
  serialize: String,
};

/**
 * Whether keys without Ctrl are in use: `/` and `?`. Speech input and shaky hands press them unmeant (WCAG 2.1.4). The
 * setting is kept in this browser, and for this page where that is not allowed.
 */
export function useSingleKeys(): [isOn: boolean, set: (isOn: boolean) => void] {
  const [stored, store] = useLocalStorage<string | undefined>(SETTING);
  return [stored !== 'off', (isOn) => store(isOn ? 'on' : 'off')];
}
