import { Button } from '@mantine/core';
import { formatBytes, formatNumberOf } from '../../../base/amounts.ts';
import { useOpenPackage } from '../../../state/hooks.ts';
import { NameText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { takeFocus } from '../../focus.ts';
import classes from '../draft-dialog.module.css';
import { Line } from '../line.tsx';
import { Hashes } from './hashes.tsx';
import type { Put } from './save-job.ts';
import { soundText } from './saved.tsx';

interface Props {
  put: Put;
  /** Goes on to save the package that is shown now. */
  onSave(): void;
  onClose(): void;
}

/** That an inner package is a change of the one around it now, which is shown, and what is left to do. */
export function PutNote({ put, onSave, onClose }: Props) {
  const { name, size, words, hasHashes, label, before, after, errors, check } = put;
  const { name: outer } = useOpenPackage();
  const troubles = check?.troubles.length ?? 0;
  const isSound = errors.length === 0 && troubles === 0;
  return (
    <>
      <ToneLine role="status" aria-label="Put" className={classes.line} tone={isSound ? 'ok' : 'info'}>
        <NameText mono>{outer}</NameText> now has <NameText mono>{name}</NameText> with your changes,{' '}
        {formatBytes(size)}.{isSound && ` Boxcutter checked it: ${soundText(hasHashes && words.hashList)}`}
      </ToneLine>
      {errors.length > 0 && <Line tone="error">It has {formatNumberOf(errors.length, 'error')}.</Line>}
      {troubles > 0 && (
        <Line tone="error">
          {formatNumberOf(troubles, 'file')} in it {troubles === 1 ? 'does' : 'do'} not match {words.hashList}.
        </Line>
      )}
      <Hashes label={label} before={before} after={after} />
      <p className={classes.text}>
        Nothing is saved yet: this is a change of <NameText>{outer}</NameText>. If you undo it, your changes are offered
        again when you open <NameText>{name}</NameText>.
      </p>
      <div className={classes.footer}>
        <Button variant="filled" ref={takeFocus} onClick={onSave}>
          Continue to save
        </Button>
        <Button onClick={onClose}>Done</Button>
      </div>
    </>
  );
}
