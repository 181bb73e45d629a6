import { Button } from '@mantine/core';
import { capitalized, visibleText } from '../../../base/text.ts';
import { useWords } from '../../../state/hooks.ts';
import { formatCount } from '../../../widgets/byte-size.ts';
import { NameText } from '../../../widgets/name-text.tsx';
import { Dialog } from '../../dialog.tsx';
import { DialogActions } from '../../dialog-actions.tsx';
import classes from '../file-dialogs.module.css';

/** References listed here of all files. */
const MAX_REFERENCES = 12;

const NO_REFERENCES: ReferencesAsk['references'] = new Map();

/** What refers to files that are to be removed, or to be renamed without it. */
export interface ReferencesAsk {
  readonly act: 'Remove' | 'Rename' | 'Move';
  /** What is done, as Undo calls it. */
  readonly name: string;
  readonly paths: readonly string[];
  /** What refers to the files, by path. */
  readonly references: ReadonlyMap<string, readonly string[]>;
}

interface Props {
  ask: ReferencesAsk | undefined;
  onAnswer(isYes: boolean): void;
}

/** Asks before something is done after which what refers to files leads nowhere. */
export function ReferencesDialog({ ask, onAnswer }: Props) {
  const { metadataFile } = useWords();
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
      <References of={ask?.references ?? NO_REFERENCES} namesFiles={!isOne} />
      <DialogActions onCancel={() => onAnswer(false)}>
        <Button data-autofocus onClick={() => onAnswer(true)}>
          {ask?.act ?? 'Remove'}
        </Button>
      </DialogActions>
    </Dialog>
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
