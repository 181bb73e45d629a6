import { Button, Radio, TextInput } from '@mantine/core';
import { type SubmitEvent, useId, useMemo, useState } from 'react';
import { capitalized, visibleText } from '../../base/text.ts';
import { baseName } from '../../model/file-name.ts';
import { fileNameProblem, TakenNames } from '../../model/name-problem.ts';
import type { FileEditing } from '../../model/package.ts';
import { useWords } from '../../state/hooks.ts';
import { formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { Dialog } from '../dialog.tsx';
import { DialogActions } from '../dialog-actions.tsx';
import { type Addition, additionsOf, type TakenChoice } from './additions.ts';
import type { PathAsk } from './file-acts.ts';
import classes from './file-dialogs.module.css';
import { folderOf, movesOf, movesProblem, type NewFile, pathIn, typedPath } from './file-paths.ts';
import { filesText } from './use-file-steps.ts';

interface PathProps {
  /** Undefined while the dialog is closed. */
  ask: PathAsk | undefined;
  /** The paths that files have now. */
  taken(): readonly string[];
  onClose(): void;
  onPath(path: string): void;
}

/** Asks for the path of a new file, or the new one of a file or folder. Says at once what is wrong with it. */
export function PathDialog({ ask, taken, onClose, onPath }: PathProps) {
  return (
    <Dialog opened={ask !== undefined} onClose={onClose} title={titleOf(ask)} size={520}>
      {ask && <PathForm ask={ask} taken={taken()} onClose={onClose} onPath={onPath} />}
    </Dialog>
  );
}

function titleOf(ask: PathAsk | undefined): string {
  if (!ask || ask.act === 'new') return 'New file';
  return `${ask.act === 'move' ? 'Move' : 'Rename'} ${visibleText(baseName(ask.path))}`;
}

/** What the field is called, what is in it at first, and what the button does. */
const PATH_WORDS = {
  rename: { label: 'New name', button: 'Rename', first: (path: string) => baseName(path) },
  move: { label: 'New path', button: 'Move', first: (path: string) => path },
  new: { label: 'Path', button: 'Create file', first: (path: string) => path },
} as const;

function aboutPath(ask: PathAsk): string {
  if (ask.act === 'new') return 'From the top folder. Each slash ends the name of a folder.';
  if (ask.act === 'rename') return 'A name with a slash is a path from the top folder.';
  return `From the top folder.${ask.isFolder ? ' Everything in the folder moves with it.' : ' One that ends with a slash keeps the name.'}`;
}

function PathForm({
  ask,
  taken,
  onClose,
  onPath,
}: Omit<PathProps, 'taken'> & { ask: PathAsk; taken: readonly string[] }) {
  const at = ask.act === 'new' ? pathIn(ask.folder, '') : ask.path;
  const words = PATH_WORDS[ask.act];
  const first = words.first(at);
  const [typed, setTyped] = useState(first);
  const [isTried, setTried] = useState(false);
  const names = useMemo(() => new TakenNames(taken), [taken]);
  const path = typedPath(typed, at);
  const problem =
    ask.act === 'new'
      ? fileNameProblem(path, names)
      : path === at
        ? undefined
        : movesProblem(taken, movesOf(taken, at, path, ask.isFolder));
  const refused = problem?.severity === 'error';
  // A name that is not typed yet is not wrong yet.
  const isShown = problem !== undefined && (typed !== first || isTried);
  const id = useId();

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (!refused) onPath(path);
  }

  return (
    <form onSubmit={onSubmit}>
      <TextInput
        label={words.label}
        description={aboutPath(ask)}
        inputWrapperOrder={['label', 'description', 'input', 'error']}
        classNames={{ input: classes.path ?? '' }}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        data-undoes=""
        value={typed}
        error={isShown && refused}
        aria-describedby={id}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onFocus={({ currentTarget: { value }, currentTarget }) => {
          const from = value.lastIndexOf('/') + 1;
          const dot = value.lastIndexOf('.');
          currentTarget.setSelectionRange(from, dot > from ? dot : value.length);
        }}
      />
      {/* Keeps its room, so that nothing moves while somebody types. */}
      <div className={classes.problem} role="status" id={id}>
        {isShown && problem ? (
          <ToneLine tone={problem.severity}>{problem.text}</ToneLine>
        ) : (
          <PlaceLine ask={ask} at={at} path={path} isBare={!typed.includes('/')} names={names} />
        )}
      </div>
      <DialogActions onCancel={onClose}>
        <Button type="submit" disabled={refused}>
          {words.button}
        </Button>
      </DialogActions>
    </form>
  );
}

interface PlaceProps {
  ask: PathAsk;
  /** Its path now, or that of the folder of a new file. */
  at: string;
  path: string;
  /** The typed name has no slash. */
  isBare: boolean;
  names: TakenNames;
}

/** The folder that a typed path is in, so that nobody moves a file unawares. */
function PlaceLine({ ask, at, path, isBare, names }: PlaceProps) {
  const folder = folderOf(path);
  const isMoved = ask.act !== 'new' && folder !== folderOf(at);
  // Who moves a file to `model/parts` may mean a folder.
  const isNamedAnew = ask.act === 'move' && !ask.isFolder && baseName(path) !== baseName(at);
  const verb = ask.act === 'new' ? 'Goes into' : isMoved ? 'Moves to' : 'Stays in';
  return (
    <p className={classes.place}>
      {verb} {folder === '' ? 'the top folder' : <NameText mono>{`${folder}/`}</NameText>}
      {folder !== '' && !names.isFolder(folder) && ', a new folder'}.
      {isBare && folder !== '' && ' Begin with a slash for the top folder.'}
      {isNamedAnew && (
        <>
          {' '}
          Its name becomes <NameText mono>{baseName(path)}</NameText>. End with a slash for a folder.
        </>
      )}
    </p>
  );
}

/** References listed here of all files. */
const MAX_REFERENCES = 12;

/** What refers to files that are to be removed, or to be renamed without it. */
export interface ReferencesAsk {
  readonly act: 'Remove' | 'Rename' | 'Move';
  /** What is done, as Undo calls it. */
  readonly name: string;
  readonly paths: readonly string[];
  /** What refers to the files, by path. */
  readonly references: ReadonlyMap<string, readonly string[]>;
}

interface ReferencesProps {
  ask: ReferencesAsk | undefined;
  onAnswer(isYes: boolean): void;
}

/** Asks before something is done after which what refers to files leads nowhere. */
export function ReferencesDialog({ ask, onAnswer }: ReferencesProps) {
  const { metadataFile } = useWords();
  const all = [...(ask?.references ?? [])].flatMap(([path, references]) =>
    references.map((reference) => ({ path, reference })),
  );
  const isOne = ask?.paths.length === 1;
  const theFiles = isOne ? 'the file' : 'the files';
  return (
    <Dialog
      opened={ask !== undefined}
      onClose={() => onAnswer(false)}
      title={ask ? `${visibleText(ask.name)}?` : ''}
      size={520}
    >
      <p className={classes.text}>
        {ask && ask.act !== 'Remove'
          ? `These refer to ${theFiles} and cannot follow:`
          : `${metadataFile} refers to ${isOne ? 'it' : `${formatCount(ask?.references.size ?? 0)} of them`}. Without ${theFiles}, these lead nowhere:`}
      </p>
      <ul className={classes.list}>
        {all.slice(0, MAX_REFERENCES).map(({ path, reference }) => (
          <li key={`${path} ${reference}`}>
            {visibleText(capitalized(reference))}
            {!isOne && (
              <>
                {': '}
                <NameText mono>{path}</NameText>
              </>
            )}
          </li>
        ))}
        {all.length > MAX_REFERENCES && <li>and {formatNumberOf(all.length - MAX_REFERENCES, 'more')}</li>}
      </ul>
      <DialogActions onCancel={() => onAnswer(false)}>
        <Button data-autofocus onClick={() => onAnswer(true)}>
          {ask?.act ?? 'Remove'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

interface AddProps {
  ask: { readonly files: readonly NewFile[] } | undefined;
  /** The paths that files have now. */
  taken(): readonly string[];
  can: FileEditing;
  onClose(): void;
  onAdd(files: readonly NewFile[]): void;
}

/** Asks what to do with added files whose path another file has, and says which names are wrong. */
export function AddDialog({ ask, taken, can, onClose, onAdd }: AddProps) {
  return (
    <Dialog
      opened={ask !== undefined}
      onClose={onClose}
      title={ask ? `Add ${visibleText(filesText(ask.files.map(({ path }) => path)))}` : 'Add files'}
      size={560}
    >
      {ask && <AddForm files={ask.files} taken={taken()} can={can} onClose={onClose} onAdd={onAdd} />}
    </Dialog>
  );
}

/** Files listed of each kind. */
const MAX_LISTED = 8;

function AddForm({
  files,
  taken,
  can,
  onClose,
  onAdd,
}: Omit<AddProps, 'ask' | 'taken'> & { files: readonly NewFile[]; taken: readonly string[] }) {
  const [choice, setChoice] = useState<TakenChoice>('replace');
  const additions = useMemo(() => additionsOf(files, taken, can), [files, taken, can]);
  const added = additions.chosen(choice);
  const isOne = additions.taken.length === 1;
  return (
    <>
      {additions.taken.length > 0 && (
        <Radio.Group
          label={
            isOne
              ? 'There is already a file with this path:'
              : `There are already files with these ${formatCount(additions.taken.length)} paths:`
          }
          value={choice}
          onChange={(value) => setChoice(value as TakenChoice)}
        >
          <Additions of={additions.taken} />
          <div className={classes.choices}>
            <Radio value="replace" label={isOne ? 'Replace it' : 'Replace them'} data-autofocus />
            <Radio value="both" label={`Keep both: the new ${isOne ? 'one gets' : 'ones get'} a number`} />
            <Radio value="none" label={`Leave the new ${isOne ? 'one' : 'ones'} out`} />
          </div>
        </Radio.Group>
      )}
      {additions.refused.length > 0 && (
        <>
          <ToneLine tone="error" className={classes.text}>
            Left out:
          </ToneLine>
          <Additions of={additions.refused} />
        </>
      )}
      {additions.doubtful.length > 0 && (
        <>
          <ToneLine tone="warning" className={classes.text}>
            Not every computer can unpack these names:
          </ToneLine>
          <Additions of={additions.doubtful} />
        </>
      )}
      <DialogActions onCancel={onClose}>
        <Button disabled={added.length === 0} onClick={() => onAdd(added)}>
          {`Add ${formatNumberOf(added.length, 'file')}`}
        </Button>
      </DialogActions>
    </>
  );
}

function Additions({ of }: { of: readonly Addition[] }) {
  return (
    <ul className={classes.list}>
      {of.slice(0, MAX_LISTED).map(({ path, why }) => (
        <li key={path}>
          <NameText mono>{path}</NameText>
          {why !== undefined && <span className={classes.why}>{why}</span>}
        </li>
      ))}
      {of.length > MAX_LISTED && <li>and {formatNumberOf(of.length - MAX_LISTED, 'more file')}</li>}
    </ul>
  );
}
