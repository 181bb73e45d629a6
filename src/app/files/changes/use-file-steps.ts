import { useMemo } from 'react';
import type { EditStep, FileChange, FilePut } from '../../../model/draft.ts';
import { isThereIn, putBack, withFileChange, withFileChanges } from '../../../model/file/file-changes.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { DraftEditing } from '../../../state/draft/editing.ts';
import { useActions, useAppReader, useOpenPackage } from '../../../state/hooks.ts';
import { formatNumberOf } from '../../../widgets/byte-size.ts';
import { useFormatDrafts } from '../../package/format-view.ts';

/** The steps of the draft that change files. Each is made at once, unless the draft must begin first. */
export interface FileSteps {
  put(puts: readonly FilePut[], name: string, key?: string): Promise<void>;
  /** References to the files follow. `moves`: the new paths by the old ones, both as they are shown. */
  rename(moves: ReadonlyMap<string, string>, name: string): Promise<void>;
  remove(paths: readonly string[]): Promise<void>;
  /** Keeps only these URLs of a file. `name`: as Undo calls it. */
  link(path: string, urls: readonly string[], name: string): Promise<void>;
  /** Whether it could: another file may have the path by now. */
  putBack(path: string, name?: string, key?: string): Promise<boolean>;
  /** What refers to files, by path. Those without are left out. */
  referencesTo(paths: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;
  /** What refers to files and would not follow them to their new paths, by old path. */
  strandedReferences(moves: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, readonly string[]>>;
}

/** "a.png", or "3 files". */
export function filesText(paths: readonly string[]): string {
  const [only] = paths;
  return paths.length === 1 && only !== undefined ? baseName(only) : formatNumberOf(paths.length, 'file');
}

export function useFileSteps(): FileSteps {
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

  /** The values of the draft are those of a text that can be parsed, or undefined. */
  function following(
    values: unknown,
    moves: ReadonlyMap<string, string>,
  ): Pick<EditStep, 'edits' | 'apply'> | undefined {
    return values === undefined ? undefined : drafts?.followRenames?.(values, moves);
  }

  function renameStep(
    draft: DraftEditing,
    files: readonly FileChange[],
    moves: ReadonlyMap<string, string>,
    name: string,
  ) {
    const follow = following(draft.current.values, moves);
    edit({ ...follow, name, files });
  }

  return {
    async put(puts, name, key) {
      const draft = await begun();
      if (draft) edit({ name, key, files: withFileChanges(draft.current.files, puts, isThere) });
    },
    async rename(moves, name) {
      const draft = await begun();
      if (!draft) return;
      const acts = [...moves].map(([from, to]) => ({ kind: 'rename', from, to }) as const);
      renameStep(draft, withFileChanges(draft.current.files, acts, isThere), moves, name);
    },
    async remove(paths) {
      const draft = await begun();
      if (!draft) return;
      const acts = paths.map((path) => ({ kind: 'remove', path }) as const);
      edit({ name: `Remove ${filesText(paths)}`, files: withFileChanges(draft.current.files, acts, isThere) });
    },
    async link(path, urls, name) {
      const draft = await begun();
      if (draft) edit({ name, files: withFileChange(draft.current.files, { kind: 'link', path, urls }, isThere) });
    },
    async putBack(path, name = `Put back ${baseName(path)}`, key) {
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
    async referencesTo(paths) {
      const draft = await begun();
      const values = draft?.current.values;
      return (values === undefined ? undefined : drafts?.referencesTo?.(values, paths, draft?.shown)) ?? new Map();
    },
    async strandedReferences(moves) {
      const draft = await begun();
      const values = draft?.current.values;
      return (
        (values === undefined ? undefined : drafts?.strandedReferences?.(values, moves, draft?.shown)) ?? new Map()
      );
    },
  };
}
