import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useId, useState } from 'react';
import { visibleText } from '../../../base/text.ts';
import { baseName } from '../../../model/file/file-name.ts';
import { fileNameProblem, type TakenNames } from '../../../model/file/name-problem.ts';
import { DialogActions } from '../../../widgets/dialog-actions.tsx';
import { stemOf } from '../../../widgets/file-tree/name-input.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import classes from '../file-dialogs.module.css';
import { folderOf, movesOf, movesProblem, pathIn, takenNames, typedPath } from './file-paths.ts';

/** `rename` begins with the name, `move` with the whole path. Both can do both. */
export type PathAsk =
  | { readonly act: 'rename' | 'move'; readonly path: string; readonly isFolder: boolean }
  | { readonly act: 'new'; readonly folder: string };

/** What the field is called, and what the button does. */
const PATH_WORDS = {
  rename: { label: 'New name', button: 'Rename' },
  move: { label: 'New path', button: 'Move' },
  new: { label: 'Path', button: 'Create file' },
} as const;

export function pathTitle(ask: PathAsk): string {
  return ask.act === 'new' ? 'New file' : `${PATH_WORDS[ask.act].button} ${visibleText(baseName(ask.path))}`;
}

function aboutPath(ask: PathAsk): string {
  if (ask.act === 'new') return 'From the top folder. Each slash ends the name of a folder.';
  if (ask.act === 'rename') return 'A name with a slash is a path from the top folder.';
  return `From the top folder.${ask.isFolder ? ' Everything in the folder moves with it.' : ' One that ends with a slash keeps the name.'}`;
}

interface Props {
  ask: PathAsk;
  /** The paths that files have now. */
  taken: readonly string[];
  /** The typed path, if it is acceptable. */
  onAnswer(path?: string): void;
}

/** Asks for the path of a new file, or the new one of a file or folder. Says at once what is wrong with it. */
export function PathForm({ ask, taken, onAnswer }: Props) {
  const at = ask.act === 'new' ? pathIn(ask.folder, '') : ask.path;
  const words = PATH_WORDS[ask.act];
  const first = ask.act === 'rename' ? baseName(at) : at;
  const [typed, setTyped] = useState(first);
  const [isTried, setTried] = useState(false);
  const names = takenNames(taken);
  const path = typedPath(typed, at);
  const problem =
    ask.act === 'new'
      ? fileNameProblem(path, names)
      : path === at
        ? undefined
        : movesProblem(taken, movesOf(taken, at, path, ask.isFolder));
  const refused = problem?.severity === 'error';
  // Nothing is wrong before anything is typed.
  const isShown = problem !== undefined && (typed !== first || isTried);
  const id = useId();

  function onSubmit(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (!refused) onAnswer(path);
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
        onFocus={({ currentTarget }) => currentTarget.setSelectionRange(...stemOf(currentTarget.value))}
      />
      {/* Keeps its room, so that nothing moves while somebody types. */}
      <div className={classes.problem} role="status" id={id}>
        {isShown && problem ? (
          <ToneLine tone={problem.severity}>{problem.text}</ToneLine>
        ) : (
          <PlaceLine ask={ask} at={at} path={path} isBare={!typed.includes('/')} names={names} />
        )}
      </div>
      <DialogActions onCancel={() => onAnswer()}>
        <Button variant="filled" type="submit" disabled={refused}>
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
