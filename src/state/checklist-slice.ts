import type { Checklist, ContentSearch, KnownOfPackage } from '../model/checklist.ts';
import type { Package } from '../model/package.ts';
import type { CallOptions } from '../worker/protocol.ts';
import type { MakeSlice } from './app-state.ts';
import { openedOf, openPackage } from './load.ts';

/** The checklist of the package that is shown, as it was last known. */
export interface ShownChecklist extends Checklist {
  /** The package that it is about: another object for each draft. */
  of: Package;
}

export interface ChecklistSlice {
  checklist: ShownChecklist | undefined;
  /**
   * Makes the checklist of the package that is shown, with its draft. The first time, it is there before the contents of
   * files are searched, and again once they are.
   */
  readChecklist(known: KnownOfPackage, options: CallOptions): Promise<void>;
  /** As `readChecklist`, after searching all files whole. Reports progress in bytes. */
  searchContents(known: KnownOfPackage, options: CallOptions): Promise<void>;
}

declare module './app-state.ts' {
  interface AppState extends ChecklistSlice {}
}

export const checklistSlice: MakeSlice<ChecklistSlice> = (set, get, { client, onPackageChanged }) => {
  onPackageChanged((_, reason) => (reason === 'grown' ? {} : { state: { checklist: undefined } }));

  async function read(known: KnownOfPackage, search: ContentSearch, options: CallOptions): Promise<Checklist> {
    const { load, draft } = get();
    const { handle, package: pkg } = openPackage(load);
    const of = draft?.shown ?? pkg;
    const ask = { handle, draft: draft?.shownDraft?.draft, known, search };
    const found = await client.call('checklist', ask, options);
    if (openedOf(get().load)?.handle === handle) set({ checklist: { ...found, of } });
    return found;
  }

  return {
    checklist: undefined,
    async readChecklist(known, options) {
      const isFirst = get().checklist === undefined;
      const { isUnsearched } = isFirst ? await read(known, 'none', options) : { isUnsearched: true };
      if (isUnsearched) await read(known, 'usual', options);
    },
    async searchContents(known, options) {
      await read(known, 'whole', options);
    },
  };
};
