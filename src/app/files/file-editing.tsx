import { type ChangeEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { toErrorData } from '../../base/errors.ts';
import type { FilePut } from '../../model/draft.ts';
import { baseName } from '../../model/file-name.ts';
import type { FileEditing } from '../../model/package.ts';
import { digestedContents } from '../../state/added-digests.ts';
import { useActions, useOpenPackage } from '../../state/hooks.ts';
import { asksFirst, type PhotosIn, photosIn } from '../../widgets/media-files.ts';
import { type Job, type JobState, useJob } from '../job.ts';
import { useWide } from '../screen.ts';
import { additionsOf } from './additions.ts';
import { downloadFile } from './download.tsx';
import { type FileActs, FileActsContext, type PathAsk } from './file-acts.ts';
import { folderOf, folderText, movesOf, movesProblem, type NewFile, pathIn, takenPaths } from './file-paths.ts';
import { FileQuestionDialogs, useFileQuestions } from './file-questions.tsx';
import { blobOfText } from './file-texts.ts';
import type { PhotosAsk } from './photo-dialog.tsx';
import type { ShownFiles } from './shown-files.ts';
import { filesText, useFileSteps } from './use-file-steps.ts';

interface Props {
  can: FileEditing | undefined;
  shown: ShownFiles;
  /** Chooses a file in the tree, once the draft has it. */
  onChoose(path: string | undefined): void;
  /** Lays out the page around what is going on with added files. */
  children(adding: Adding): ReactNode;
}

/** What is going on with files that are added or replaced. */
export interface Adding {
  readonly state: JobState;
  cancel(): void;
  /** The download that the menu of a row began. */
  readonly download: Pick<Job, 'state' | 'cancel'>;
  /** Why the last act was not made, in a sentence. */
  readonly problem: string | undefined;
  /** Files that were dropped cannot be read. */
  fail(error: unknown): void;
}

const NO_PATHS: readonly string[] = [];

/** Gives what can be done with the files to the controls below it, and shows what has to be asked first. */
export function FileEditingProvider({ can, shown, onChoose, children }: Props) {
  const { fileAddress } = useOpenPackage();
  const { digestBlob, readBlob } = useActions();
  const steps = useFileSteps();
  const wide = useWide();
  const { state, run, cancel } = useJob();
  const download = useJob();
  const [problem, setProblem] = useState<string>();
  const [text, setText] = useState<string>();
  const taken = useMemo(() => (can ? takenPaths(shown.files, shown.marks) : NO_PATHS), [can, shown]);
  const input = useRef<HTMLInputElement>(null);
  const one = useRef<HTMLInputElement>(null);
  /** What the next chosen files are for. */
  const wanted = useRef<{ folder: string } | { path: string }>(undefined);
  const questions = useFileQuestions(() => setProblem(undefined));

  /** The files as they are added: as they are, or without the places of photos. Undefined where they are not. */
  async function withAskedPhotos(
    files: readonly NewFile[],
    act: PhotosAsk['act'],
  ): Promise<readonly NewFile[] | undefined> {
    let found: PhotosIn | undefined;
    await run(async ({ signal }) => {
      const photos = await photosIn(
        files.map(({ file }) => file),
        { signal },
      );
      found = photos;
    });
    if (!found) return undefined;
    const photos = found;
    if (![...photos.values()].some(asksFirst)) return files;
    const named = [...photos].map(([at, told]) => ({ name: files[at]?.path ?? '', told }));
    const isCut = await questions.isPlaceCut({ act, photos: named });
    if (isCut === undefined) return undefined;
    return isCut ? files.map(({ path, file }, at) => ({ path, file: photos.get(at)?.cut ?? file })) : files;
  }

  /** Puts files at paths. Asks first where photos say where they were taken. The hashes of large ones are computed. */
  async function put(given: readonly NewFile[], name: string, act: PhotosAsk['act']): Promise<void> {
    setProblem(undefined);
    const puts = await withAskedPhotos(given, act);
    if (!puts) return;
    await run(async (options) => {
      const contents = await digestedContents(
        puts.map(({ file }) => file),
        digestBlob,
        options,
      );
      const made = puts.map(({ path }, at): FilePut => ({ kind: 'put', path, ...(contents[at] as { blob: Blob }) }));
      await steps.put(made, name);
      const [first] = made;
      // Beside the list there is room for one. In its place, one of many would hide the others.
      if (first && (wide || made.length === 1)) onChoose(first.path);
    });
  }

  function addAll(files: readonly NewFile[]): void {
    void put(files, `Add ${filesText(files.map(({ path }) => path))}`, 'add');
  }

  /** @param what what is done, after its verb, as Undo calls it */
  async function rename(act: 'Rename' | 'Move', moves: ReadonlyMap<string, string>, what: string): Promise<boolean> {
    const real = new Map([...moves].filter(([from, to]) => from !== to));
    if (real.size === 0) return false;
    const wrong = movesProblem(taken, real);
    if (wrong?.severity === 'error') {
      setProblem(wrong.text);
      return false;
    }
    setProblem(undefined);
    const references = await steps.strandedReferences(real);
    const name = `${act} ${what}`;
    const of = { act, name, paths: [...real.keys()], references } as const;
    if (references.size > 0 && !(await questions.isAgreed(of))) return false;
    await steps.rename(real, name);
    return true;
  }

  async function remove(paths: readonly string[]): Promise<void> {
    const references = await steps.referencesTo(paths);
    const of = { act: 'Remove', name: `Remove ${filesText(paths)}`, paths, references } as const;
    if (references.size > 0 && !(await questions.isAgreed(of))) return;
    setProblem(undefined);
    await steps.remove(paths);
  }

  const acts: FileActs | undefined = can && {
    can,
    shown,
    taken,
    folder: fileAddress?.folder.replace(/\/$/, '') ?? '',
    chooseFiles(folder) {
      wanted.current = { folder };
      input.current?.click();
    },
    addFiles(files, folder) {
      const placed = files.map(({ path, file }) => ({ path: pathIn(folder, path), file }));
      if (placed.length === 0) return;
      const { taken: there, refused, doubtful } = additionsOf(placed, taken, can);
      if (there.length + refused.length + doubtful.length > 0) questions.ask({ ask: 'add', files: placed });
      else addAll(placed);
    },
    chooseReplacement(path) {
      wanted.current = { path };
      one.current?.click();
    },
    rename(from, to, isFolder) {
      const isMove = folderOf(from) !== folderOf(to);
      const moves = movesOf(taken, from, to, isFolder);
      return rename(isMove ? 'Move' : 'Rename', moves, `${baseName(from)} to ${isMove ? to : baseName(to)}`);
    },
    move(paths, folder) {
      const moves = new Map<string, string>();
      for (const { path, isFolder } of paths) {
        const to = pathIn(folder, baseName(path));
        // A folder cannot be moved into itself.
        if (isFolder && `${to}/`.startsWith(`${path}/`)) continue;
        for (const [old, next] of movesOf(taken, path, to, isFolder)) moves.set(old, next);
      }
      const [only] = paths;
      const what = paths.length === 1 && only ? baseName(only.path) : filesText([...moves.keys()]);
      void rename('Move', moves, `${what} to ${folderText(folder)}`);
    },
    remove(paths) {
      if (paths.length > 0) void remove(paths);
    },
    putBack(path) {
      setProblem(undefined);
      void steps.putBack(path).then((could) => {
        if (!could)
          setProblem(`${path} cannot be put back: another file has that path now. Rename or remove it first.`);
      });
    },
    download: (path) => void download.run((options) => downloadFile(readBlob, path, options)),
    editText(path, next) {
      const [name, key] = [`Edit ${baseName(path)}`, `text:${path}`];
      if (next === undefined) void steps.putBack(path, name, key);
      else void steps.put([{ kind: 'put', path, blob: blobOfText(next) }], name, key);
    },
    askPath: (of) => questions.ask({ ask: 'path', of }),
    askLink: (of) => questions.ask({ ask: 'link', of }),
    openText: setText,
    text,
  };

  function onPath(of: PathAsk, path: string): void {
    if (of.act !== 'new') void acts?.rename(of.path, path, of.isFolder);
    else
      void steps.put([{ kind: 'put', path, blob: blobOfText('') }], `Add ${baseName(path)}`).then(() => {
        onChoose(path);
        setText(path);
      });
  }

  function onFiles(event: ChangeEvent<HTMLInputElement>): void {
    const files = [...(event.currentTarget.files ?? [])];
    // Emptied, so that choosing the same file again fires another change event.
    event.currentTarget.value = '';
    const of = wanted.current ?? { folder: acts?.folder ?? '' };
    const [first] = files;
    if ('folder' in of)
      acts?.addFiles(
        files.map((file) => ({ path: file.name, file })),
        of.folder,
      );
    else if (first) void put([{ path: of.path, file: first }], `Replace ${baseName(of.path)}`, 'replace');
  }

  return (
    <FileActsContext value={acts}>
      <input
        ref={input}
        type="file"
        multiple
        data-testid="add-files"
        hidden
        aria-hidden
        tabIndex={-1}
        onChange={onFiles}
      />
      <input ref={one} type="file" data-testid="replace-file" hidden aria-hidden tabIndex={-1} onChange={onFiles} />
      {children({ state, cancel, download, problem, fail: (error) => setProblem(toErrorData(error).message) })}
      {acts && (
        <FileQuestionDialogs questions={questions} taken={taken} can={acts.can} onPath={onPath} onAdd={addAll} />
      )}
    </FileActsContext>
  );
}
