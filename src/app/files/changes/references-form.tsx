import { Button } from '@mantine/core';
import { formatCount } from '../../../base/amounts.ts';
import { capitalized, visibleText } from '../../../base/text.ts';
import { DialogActions } from '../../../widgets/dialog-actions.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import classes from '../file-dialogs.module.css';

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

/** Asks before something is done after which what refers to files leads nowhere. */
export function ReferencesForm({ ask, onAnswer }: { ask: ReferencesAsk; onAnswer(isYes: boolean): void }) {
  const { act, paths, references } = ask;
  const isOne = paths.length === 1;
  const theFiles = isOne ? 'the file' : 'the files';
  return (
    <>
      <p className={classes.text}>
        {act === 'Remove'
          ? `The package refers to ${isOne ? 'it' : `${formatCount(references.size)} of them`}. Without ${theFiles}, these lead nowhere:`
          : `These refer to ${theFiles} and cannot follow:`}
      </p>
      <References of={references} namesFiles={!isOne} />
      <DialogActions onCancel={() => onAnswer(false)}>
        <Button variant="filled" data-autofocus onClick={() => onAnswer(true)}>
          {act}
        </Button>
      </DialogActions>
    </>
  );
}

interface ListProps {
  of: ReferencesAsk['references'];
  /** Whether each item says which file it is about. */
  namesFiles: boolean;
}

/** What refers to files, one line each. */
export function References({ of, namesFiles }: ListProps) {
  const all = [...of].flatMap(([path, references]) => references.map((reference) => ({ path, reference })));
  return (
    <ul className={classes.list}>
      {all.slice(0, MAX_REFERENCES).map(({ path, reference }) => (
        <li key={`${path} ${reference}`}>
          {visibleText(capitalized(reference))}
          {namesFiles && (
            <>
              {': '}
              <NameText mono>{path}</NameText>
            </>
          )}
        </li>
      ))}
      {all.length > MAX_REFERENCES && <li>and {formatCount(all.length - MAX_REFERENCES)} more</li>}
    </ul>
  );
}
