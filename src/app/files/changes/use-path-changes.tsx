import { visibleText } from '../../../base/text.ts';
import { baseName } from '../../../model/file/file-name.ts';
import { folderOf, folderText, type MovedPath, movesOf, movesProblem, pathIn, pathsBelow } from './file-paths.ts';
import type { Ask } from './file-questions.tsx';
import { type ReferencesAsk, ReferencesForm } from './references-form.tsx';
import { type FileSteps, filesText } from './use-file-steps.ts';

interface Options {
  steps: FileSteps;
  /** The paths that files have now. */
  taken(): readonly string[];
  ask: Ask;
  /** Takes why an act was not made, in a sentence. Undefined once another act begins. */
  onProblem(problem: string | undefined): void;
}

/** Gives files other paths and takes them out. Asks first where references to them would lead nowhere. */
export function usePathChanges({ steps, taken, ask, onProblem }: Options) {
  /** Whether what refers to files may lead nowhere. Asks only where something does. */
  async function isAgreed(of: ReferencesAsk): Promise<boolean | undefined> {
    if (of.references.size === 0) return true;
    return await ask<boolean>(`${visibleText(of.name)}?`, 520, (answer) => (
      <ReferencesForm ask={of} onAnswer={answer} />
    ));
  }

  /** @param what the rest of the step's name after its verb: "a.png to b.png" */
  async function moved(act: 'Rename' | 'Move', moves: ReadonlyMap<string, string>, what: string): Promise<boolean> {
    const real = new Map([...moves].filter(([from, to]) => from !== to));
    if (real.size === 0) return false;
    const wrong = movesProblem(taken(), real);
    const isWrong = wrong?.severity === 'error';
    onProblem(isWrong ? wrong.text : undefined);
    if (isWrong) return false;
    const name = `${act} ${what}`;
    const references = await steps.strandedReferences(real);
    if (!(await isAgreed({ act, name, paths: [...real.keys()], references }))) return false;
    await steps.rename(real, name);
    return true;
  }

  async function removed(paths: readonly string[]): Promise<void> {
    const name = `Remove ${filesText(paths)}`;
    const references = await steps.referencesTo(paths);
    if (!(await isAgreed({ act: 'Remove', name, paths, references }))) return;
    onProblem(undefined);
    const acts = paths.map((path) => ({ kind: 'remove', path }) as const);
    await steps.change(acts, name);
  }

  return {
    rename(from: string, to: string, isFolder: boolean): Promise<boolean> {
      const isMove = folderOf(from) !== folderOf(to);
      const moves = movesOf(taken(), from, to, isFolder);
      return moved(isMove ? 'Move' : 'Rename', moves, `${baseName(from)} to ${isMove ? to : baseName(to)}`);
    },
    move(paths: readonly MovedPath[], folder: string): void {
      const moves = new Map<string, string>();
      for (const { path, isFolder } of paths) {
        const to = pathIn(folder, baseName(path));
        // A folder cannot be moved into itself.
        if (isFolder && `${to}/`.startsWith(`${path}/`)) continue;
        for (const [old, next] of movesOf(taken(), path, to, isFolder)) moves.set(old, next);
      }
      const [only] = paths;
      const what = paths.length === 1 && only ? baseName(only.path) : filesText([...moves.keys()]);
      void moved('Move', moves, `${what} to ${folderText(folder)}`);
    },
    remove(of: readonly MovedPath[]): void {
      const paths = of.flatMap(({ path, isFolder }) => pathsBelow(taken(), path, isFolder));
      if (paths.length > 0) void removed(paths);
    },
    putBack(path: string): void {
      onProblem(undefined);
      void steps.putBack(path).then((could) => {
        if (!could) onProblem(`${path} cannot be put back: another file has that path now. Rename or remove it first.`);
      });
    },
  };
}
