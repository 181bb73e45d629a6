import { type ReactNode, useCallback, useState } from 'react';
import { toErrorData } from '../../../base/errors.ts';
import { visibleText } from '../../../base/text.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { FileEditing } from '../../../model/package.ts';
import { useActions, useOpenPackage } from '../../../state/hooks.ts';
import { useJob } from '../../job.ts';
import { LinkForm, linkTitle } from '../../links/link-form.tsx';
import { useWide } from '../../screen.ts';
import { downloadFile } from '../content/download.tsx';
import type { ShownFiles } from '../listing/shown-files.ts';
import { AddForm } from './add-form.tsx';
import { additionsOf } from './additions.ts';
import { type FileActs, FileActsContext, type PathAsk } from './file-acts.ts';
import { useFileInput } from './file-input.tsx';
import { type NewFile, pathIn, takenPaths } from './file-paths.ts';
import { useFileQuestions } from './file-questions.tsx';
import { blobOfText } from './file-texts.ts';
import { PathForm, pathTitle } from './path-form.tsx';
import { filesText, useFileSteps } from './use-file-steps.ts';
import { usePathChanges } from './use-path-changes.tsx';
import { usePutFiles } from './use-put-files.tsx';

interface Props {
  can: FileEditing | undefined;
  shown: ShownFiles;
  /** Chooses a file in the tree, once the draft has it. */
  onChoose(path: string | undefined): void;
  children: ReactNode;
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
  const { dialog, ask } = useFileQuestions(() => setProblem(undefined));
  const paths = usePathChanges({ steps, taken, ask, onProblem: setProblem });
  const putting = usePutFiles({
    steps,
    ask,
    onPut(puts) {
      const [first] = puts;
      // On a narrow screen the file would replace the list, and one of many would hide the others.
      if (first && (wide || puts.length === 1)) onChoose(first.path);
    },
  });
  const put: typeof putting.put = (...of) => {
    setProblem(undefined);
    return putting.put(...of);
  };
  const addFrom = (into: string) => (files: readonly File[]) =>
    void addFiles(
      files.map((file) => ({ path: file.name, file })),
      into,
    );
  const { input, choose } = useFileInput(addFrom(folder));

  async function addFiles(files: readonly NewFile[], into: string): Promise<void> {
    const placed = files.map(({ path, file }) => ({ path: pathIn(into, path), file }));
    if (!can || placed.length === 0) return;
    const { taken: there, refused, doubtful } = additionsOf(placed, taken(), can);
    const title = `Add ${visibleText(filesText(placed.map(({ path }) => path)))}`;
    const form = (answer: (chosen?: readonly NewFile[]) => void) => (
      <AddForm files={placed} taken={taken()} can={can} onAnswer={answer} />
    );
    const isAsked = there.length + refused.length + doubtful.length > 0;
    const chosen = isAsked ? await ask(title, 560, form) : placed;
    if (chosen) await put(chosen, (added) => `Add ${filesText(added.map(({ path }) => path))}`, 'add');
  }

  async function askPath(of: PathAsk): Promise<void> {
    const path = await ask<string>(pathTitle(of), 520, (answer) => (
      <PathForm ask={of} taken={taken()} onAnswer={answer} />
    ));
    if (path === undefined) return;
    if (of.act !== 'new') return void paths.rename(of.path, path, of.isFolder);
    await steps.change([{ kind: 'put', path, blob: blobOfText('') }], `Add ${baseName(path)}`);
    onChoose(path);
    setText(path);
  }

  const acts: FileActs | undefined = can && {
    can,
    shown,
    taken,
    folder,
    chooseFiles: (into) => choose(addFrom(into), true),
    addFiles: (files, into) => void addFiles(files, into),
    chooseReplacement: (path) =>
      choose(([file]) => {
        if (file) void put([{ path, file }], () => `Replace ${baseName(path)}`, 'replace');
      }, false),
    ...paths,
    download: (path) => void download.run((options) => downloadFile(readBlob, path, options)),
    editText(path, next) {
      const [name, key] = [`Edit ${baseName(path)}`, `text:${path}`];
      if (next === undefined) void steps.putBack(path, name, key);
      else void steps.change([{ kind: 'put', path, blob: blobOfText(next) }], name, key);
    },
    askPath: (of) => void askPath(of),
    askLink: (of) => void ask(linkTitle(of), 640, (close) => <LinkForm ask={of} onClose={close} />),
    openText: setText,
    text,
    jobs: { put: putting, download },
    problem,
    fail: (error) => setProblem(toErrorData(error).message),
  };

  return (
    <FileActsContext value={acts}>
      {input}
      {children}
      {dialog}
    </FileActsContext>
  );
}
