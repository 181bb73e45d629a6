import { useMemo } from 'react';
import { formatNumberOf } from '../../../base/amounts.ts';
import type { FileChange } from '../../../model/draft.ts';
import { isThereIn, putBack, withFileChanges } from '../../../model/file/file-changes.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { Package } from '../../../model/package.ts';
import type { DraftEditing } from '../../../state/draft/editing.ts';
import { useActions, useAppReader, useOpenPackage } from '../../../state/hooks.ts';
import { useFormatDrafts } from '../../package/format-view.ts';

/** "a.png", or "3 files". */
export function filesText(paths: readonly string[]): string {
  const [only] = paths;
  return paths.length === 1 && only !== undefined ? baseName(only) : formatNumberOf(paths.length, 'file');
}

/** What refers to files, by path. Files that nothing refers to are left out. */
type References = ReadonlyMap<string, readonly string[]>;

const NO_REFERENCES: References = new Map();

export type FileSteps = ReturnType<typeof useFileSteps>;

/**
 * The steps of the draft that change files. Each is made at once, unless the draft must begin first. Names are those
 * that Undo shows.
 */
export function useFileSteps() {
  const { files: open, format } = useOpenPackage();
  const { startDraft, edit } = useActions();
  const { drafts } = useFormatDrafts(format);
  const read = useAppReader();
  const isThere = useMemo(() => isThereIn(open), [open]);

  /** The draft, once it has begun. Where it cannot, the page says why. */
  async function begun(): Promise<DraftEditing | undefined> {
    await startDraft();
    return read().draft;
  }

  /** Renames files, and with them what the metadata says of them, as far as its text can be parsed. */
  function renameStep({ current }: DraftEditing, files: readonly FileChange[], moves: Moves, name: string): void {
    const follow = current.values === undefined ? undefined : drafts?.followRenames?.(current.values, moves);
    edit({ ...follow, name, files });
  }

  /** @param find looks through the values of the draft, which are undefined while its text cannot be parsed */
  async function references<Of>(
    find: ((values: unknown, of: Of, pkg: Package) => References) | undefined,
    of: Of,
  ): Promise<References> {
    const draft = await begun();
    const values = draft?.current.values;
    return (draft && values !== undefined && find?.(values, of, draft.shown)) || NO_REFERENCES;
  }

  return {
    async change(changes: readonly FileChange[], name: string, key?: string): Promise<void> {
      const draft = await begun();
      if (draft) edit({ name, key, files: withFileChanges(draft.current.files, changes, isThere) });
    },
    /**
     * References to the files follow.
     *
     * @param moves the new paths by the old ones, both as they are shown
     */
    async rename(moves: Moves, name: string): Promise<void> {
      const draft = await begun();
      if (!draft) return;
      const acts = [...moves].map(([from, to]) => ({ kind: 'rename', from, to }) as const);
      renameStep(draft, withFileChanges(draft.current.files, acts, isThere), moves, name);
    },
    /** Whether it could: another file may have the path by now. */
    async putBack(path: string, name = `Put back ${baseName(path)}`, key?: string): Promise<boolean> {
      const draft = await begun();
      if (!draft) return false;
      const { files } = draft.current;
      const back = putBack(files, path, isThere);
      if (!back) return false;
      const own = draft.firstTexts.get(path);
      const renamed = files.find((change) => change.kind === 'rename' && change.to === path);
      // References followed the file, and go back with it.
      if (renamed?.kind === 'rename') renameStep(draft, back, new Map([[path, renamed.from]]), name);
      else if (back !== files) edit({ name, key, files: back });
      else if (own !== undefined && draft.texts.get(path) !== own) edit({ name, texts: new Map([[path, own]]) });
      return true;
    },
    /** What refers to files. */
    referencesTo: (paths: readonly string[]) => references(drafts?.referencesTo, paths),
    /** What refers to files and would not follow them to their new paths, by old path. */
    strandedReferences: (moves: Moves) => references(drafts?.strandedReferences, moves),
  };
}

/** New paths by the old ones. */
type Moves = ReadonlyMap<string, string>;
