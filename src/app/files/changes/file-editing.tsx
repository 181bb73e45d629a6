import { createContext, type ReactNode, useContext, useState } from 'react';
import { isCancelled, toErrorData } from '../../../base/errors.ts';
import { visibleText } from '../../../base/text.ts';
import { baseName } from '../../../model/file/file-name.ts';
import type { FileEditing } from '../../../model/package.ts';
import { useActions, useOpenPackage } from '../../../state/hooks.ts';
import { useWide } from '../../../widgets/screen.ts';
import { AddLinkForm } from '../../links/add-link-form.tsx';
import type { LinkAsk } from '../../links/link-acts.ts';
import { LinkForm, linkTitle } from '../../links/link-form.tsx';
import { useFileInput } from '../../opening/file-input.tsx';
import { useDownload } from '../content/download.tsx';
import type { ShownFiles } from '../listing/shown-files.ts';
import { AddForm } from './add-form.tsx';
import { additionsOf } from './additions.ts';
import { type NewFile, pathIn, takenPaths } from './file-paths.ts';
import { useFileQuestions } from './file-questions.tsx';
import { blobOfText } from './file-texts.ts';
import { type PathAsk, PathForm, pathTitle } from './path-form.tsx';
import { filesText, useFileSteps } from './use-file-steps.ts';
import { usePathChanges } from './use-path-changes.tsx';
import { usePutFiles } from './use-put-files.tsx';

/** What can be done with the files of the open package. Each act is one step of the draft, and never rejects. */
export type FileActs = ReturnType<typeof useActsOn> & { readonly can: FileEditing };

const ActsContext = createContext<FileActs | undefined>(undefined);

/** What can be done with the files. Undefined where they cannot be changed. */
export function useFileActs(): FileActs | undefined {
  return useContext(ActsContext);
}

interface Props {
  can: FileEditing | undefined;
  shown: ShownFiles;
  /** Chooses a file in the tree, once the draft has it. */
  onChoose(path: string | undefined): void;
  children: ReactNode;
}

/** Gives what can be done with the files to the controls below it, and shows what has to be asked first. */
export function FileEditingProvider({ children, ...props }: Props) {
  const { can } = props;
  const acts = useActsOn(props);
  return (
    <ActsContext value={can && { ...acts, can }}>
      {children}
      {acts.parts}
    </ActsContext>
  );
}

function useActsOn({ can, shown, onChoose }: Omit<Props, 'children'>) {
  const { fileAddress } = useOpenPackage();
  const steps = useFileSteps();
  const { reviewDraft } = useActions();
  const wide = useWide();
  const download = useDownload();
  const [problem, setProblem] = useState<string>();
  const [text, setText] = useState<string>();
  const taken = () => takenPaths(shown.files, shown.marks);
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
  const { input, choose } = useFileInput('add-files', addFrom(folder));

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

  /** Begins to edit the text that saving would write. */
  async function editSaved(path: string): Promise<void> {
    setProblem(undefined);
    try {
      const text = (await reviewDraft()).files.find((file) => file.path === path)?.after;
      if (text !== undefined)
        await steps.change([{ kind: 'put', path, blob: blobOfText(text) }], `Edit ${baseName(path)}`, `text:${path}`);
      onChoose(path);
      setText(path);
    } catch (error) {
      if (!isCancelled(error)) setProblem(toErrorData(error).message);
    }
  }

  async function addLink(): Promise<void> {
    const path = await ask<string>('Add link', 640, (answer) => (
      <AddLinkForm folder={folder} taken={taken()} onClose={answer} />
    ));
    if (path !== undefined) onChoose(path);
  }

  return {
    shown,
    /** The paths that files have with the changes made so far. */
    taken,
    /** The folder that files are added to by default; empty for the top. */
    folder,
    /** Lets people choose files to add. */
    chooseFiles: (into: string) => choose(addFrom(into)),
    /** Asks where there is a file already. */
    addFiles: (files: readonly NewFile[], into: string) => void addFiles(files, into),
    /** Lets people choose a file that replaces another. */
    chooseReplacement: (path: string) =>
      choose(([file]) => {
        if (file) void put([{ path, file }], () => `Replace ${baseName(path)}`, 'replace');
      }, false),
    ...paths,
    /** Saves a file on this computer. */
    download: download.download,
    /** Writes a text to a path; undefined restores the file. Typing without a pause is one step. */
    editText(path: string, next: string | undefined) {
      const [name, key] = [`Edit ${baseName(path)}`, `text:${path}`];
      if (next === undefined) void steps.putBack(path, name, key);
      else void steps.change([{ kind: 'put', path, blob: blobOfText(next) }], name, key);
    },
    /** Asks for the new path of a file or folder, or for that of a new file. */
    askPath: (of: PathAsk) => void askPath(of),
    /** Adds a file that stays on its host. Undefined where the format has no links. */
    addLink: can?.links ? () => void addLink() : undefined,
    /** Makes a file a link, brings a linked one in, or lets people edit its URLs. */
    askLink: (of: LinkAsk) => void ask(linkTitle(of), 640, (close) => <LinkForm ask={of} onClose={close} />),
    /** Shows the editor of a text. */
    openText: setText,
    /** Shows the editor of a text that saving would write: the link list after changes of links. */
    editSaved: (path: string) => void editSaved(path),
    /** The file whose text is edited in place. */
    text,
    /** How far files that are added or replaced are, and the download that the menu of a row began. */
    jobs: { put: putting, download },
    /** Why the last act was not made, in a sentence. */
    problem,
    /** Files that were dropped cannot be read. */
    fail: (error: unknown) => setProblem(toErrorData(error).message),
    /** What the controls below need on the page, where nobody sees it, and what has to be asked first. */
    parts: (
      <>
        {input}
        {dialog}
      </>
    ),
  };
}
