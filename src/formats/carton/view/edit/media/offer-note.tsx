import { Button } from '@mantine/core';
import { formatNumberOf } from '../../../../../widgets/byte-size.ts';
import { Card } from '../../../../../widgets/card.tsx';
import { NameText } from '../../../../../widgets/name-text.tsx';
import { ToneLine } from '../../../../../widgets/severity.tsx';
import classes from './media.module.css';

interface Props {
  /** At least one. */
  files: readonly File[];
  /** Whether a new example gets them. */
  onAnswer(isWanted: boolean): void;
}

/** Says of files that were given to a self-test why they cannot be its values, and offers an example with them. */
export function OfferNote({ files, onAnswer }: Props) {
  const [first] = files;
  return (
    <Card className={classes.question} role="group" aria-label="Files for a self-test">
      <div role="status">
        <ToneLine tone="warning">
          {files.length === 1 && first ? <NameText mono>{first.name}</NameText> : formatNumberOf(files.length, 'file')}{' '}
          {files.length === 1 ? 'was' : 'were'} not added: the values of a self-test are tensors. An example can have
          pictures and sounds.
        </ToneLine>
      </div>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => onAnswer(true)}>
          Add to a new example
        </Button>
        <Button variant="subtle" onClick={() => onAnswer(false)}>
          Close
        </Button>
      </div>
    </Card>
  );
}
