/** A store of IndexedDB, in a database of its own. */
export interface KeptStore {
  readonly database: string;
  readonly store: string;
}

/** All that the page keeps in IndexedDB. */
export const KEPT_STORES = {
  recents: { database: 'boxcutter-recents', store: 'recents' },
  drafts: { database: 'boxcutter-drafts', store: 'drafts' },
  draftFiles: { database: 'boxcutter-draft-files', store: 'files' },
} as const satisfies Record<string, KeptStore>;

/** The name in `localStorage` under which Mantine keeps whether the page is light or dark. */
export const THEME_SETTING = 'mantine-color-scheme-value';

/** How the names of all other settings there begin. Other pages may share the origin. */
export const SETTING_PREFIX = 'boxcutter-';
