import { type ReactNode, useCallback, useState } from 'react';
import { toErrorData } from '../../../base/errors.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { FileEditing } from '../../../model/package.ts';
import { useActions, useOpenPackage } from '../../../state/hooks.ts';
import { type Job, useJob } from '../../job.ts';
import { useWide } from '../../screen.ts';
import { downloadFile } from '../content/download.tsx';
import type { ShownFiles } from '../listing/shown-files.ts';
import { additionsOf } from './additions.ts';
import { type FileActs, FileActsContext, type PathAsk } from './file-acts.ts';
import { useFileInputs } from './file-inputs.tsx';
import { type NewFile, pathIn, takenPaths } from './file-paths.ts';
import { FileQuestionDialogs, useFileQuestions } from './file-questions.tsx';
import { blobOfText } from './file-texts.ts';
import { filesText, useFileSteps } from './use-file-steps.ts';
import { usePathChanges } from './use-path-changes.ts';
import { usePutFiles } from './use-put-files.ts';

interface Props {
  can: FileEditing | undefined;
  shown: ShownFiles;
  /** Chooses a file in the tree, once the draft has it. */
  onChoose(path: string | undefined): void;
  /** Lays out the page. It is given the progress of added files. */
  children(adding: Adding): ReactNode;
}

/** What is going on with files that are added or replaced. */
export interface Adding {
  readonly put: Pick<Job, 'state' | 'cancel'>;
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
  const { readBlob } = useActions();
  const steps = useFileSteps();
  const wide = useWide();
  const download = useJob();
  const [problem, setProblem] = useState<string>();
  const [text, setText] = useState<string>();
  const taken = useCallback(() => (can ? takenPaths(shown.files, shown.marks) : NO_PATHS), [can, shown]);
  const folder = fileAddress?.folder.replace(/\/$/, '') ?? '';
  const questions = useFileQuestions(() => setProblem(undefined));
  const paths = usePathChanges({ steps, taken, questions, onProblem: setProblem });
  const adding = usePutFiles({
    steps,
    questions,
    onPut(puts) {
      const [first] = puts;
      // On a narrow screen the file would replace the list, and one of many would hide the others.
      if (first && (wide || puts.length === 1)) onChoose(first.path);
    },
  });
  const { inputs, chooseFiles, chooseReplacement } = useFileInputs(folder, addChosen, (file, path) =>
    put([{ path, file }], () => `Replace ${baseName(path)}`, 'replace'),
  );

  function put(...of: Parameters<typeof adding.put>): void {
    setProblem(undefined);
    void adding.put(...of);
  }

  function addAll(files: readonly NewFile[]): void {
    put(files, (added) => `Add ${filesText(added.map(({ path }) => path))}`, 'add');
  }

  function addChosen(files: readonly File[], into: string): void {
    const named = files.map((file) => ({ path: file.name, file }));
    addFiles(named, into);
  }

  function addFiles(files: readonly NewFile[], into: string): void {
    const placed = files.map(({ path, file }) => ({ path: pathIn(into, path), file }));
    if (!can || placed.length === 0) return;
    const { taken: there, refused, doubtful } = additionsOf(placed, taken(), can);
    if (there.length + refused.length + doubtful.length > 0) questions.ask({ ask: 'add', of: placed });
    else addAll(placed);
  }

  function onPath(of: PathAsk, path: string): void {
    if (of.act !== 'new') void paths.rename(of.path, path, of.isFolder);
    else
      void steps.change([{ kind: 'put', path, blob: blobOfText('') }], `Add ${baseName(path)}`).then(() => {
        onChoose(path);
        setText(path);
      });
  }

  const acts: FileActs | undefined = can && {
    can,
    shown,
    taken,
    folder,
    chooseFiles,
    addFiles,
    chooseReplacement,
    ...paths,
    download: (path) => void download.run((options) => downloadFile(readBlob, path, options)),
    editText(path, next) {
      const [name, key] = [`Edit ${baseName(path)}`, `text:${path}`];
      if (next === undefined) void steps.putBack(path, name, key);
      else void steps.change([{ kind: 'put', path, blob: blobOfText(next) }], name, key);
    },
    askPath: (of) => questions.ask({ ask: 'path', of }),
    askLink: (of) => questions.ask({ ask: 'link', of }),
    openText: setText,
    text,
  };

  return (
    <FileActsContext value={acts}>
      {inputs}
      {children({ put: adding, download, problem, fail: (error) => setProblem(toErrorData(error).message) })}
      {acts && (
        <FileQuestionDialogs questions={questions} taken={taken} can={acts.can} onPath={onPath} onAdd={addAll} />
      )}
    </FileActsContext>
  );
}
