import { Button } from '@mantine/core';
import { formatBytes, formatNumberOf } from '../../../base/amounts.ts';
import { useHasHashes, useOpenPackage, useOuter, useWords } from '../../../state/hooks.ts';
import { openedOf } from '../../../state/load.ts';
import { Card } from '../../../widgets/card.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { takeFocusInPlace } from '../../focus.ts';
import { LoadChecks } from '../checklist/checklist.tsx';
import classes from '../draft-dialog.module.css';
import { ErrorLists } from '../error-list.tsx';
import { Line } from '../line.tsx';
import { remedyText } from './check-state.ts';
import { Hashes } from './hashes.tsx';
import { NextSteps } from './next-steps.tsx';
import { Troubles } from './save-check.tsx';
import type { Saved } from './save-job.ts';

/** What is right with a package that was just made. `hashList`: what it calls its hash list, if it has one. */
export function soundText(hashList: string | false): string {
  return `${hashList ? `its directory, its ${hashList} and the new files are` : 'everything new is'} right.`;
}

/** What was saved, what is wrong with it, and what to do next. */
export function SavedNote({ saved, onClose }: { saved: Saved; onClose(): void }) {
  const { name, size, downloaded, label, before, after, opened, errors, check } = saved;
  const { one, hashList } = useWords();
  const { title, can } = useOpenPackage();
  const hasHashes = useHasHashes();
  const outer = useOuter((state) => openedOf(state.load)?.package.name);
  const troubles = check?.troubles ?? [];
  const isSound = errors.length === 0 && troubles.length === 0;
  const unchecked = check && isSound ? check.listed - check.linked - check.matching : 0;
  return (
    <>
      <ToneLine role="status" aria-label="Saved" className={classes.line} tone={isSound ? 'ok' : 'info'}>
        Saved as <NameText mono>{name}</NameText>, {formatBytes(size)}
        {downloaded ? ', in your browser’s downloads' : ''}. Boxcutter opened it again
        {isSound ? ` and checked it: ${soundText(hasHashes && hashList)}` : ', and it was saved correctly.'}
        {opened ? ` You are now viewing the saved ${one}.` : ''}
        {outer === undefined ? null : (
          <>
            {' '}
            The {one} in <NameText>{outer}</NameText> stays as it is, and your changes to it stay here.
          </>
        )}
      </ToneLine>
      {errors.length > 0 && (
        <Card className={classes.box}>
          <ErrorLists findings={errors} onGo={onClose} />
        </Card>
      )}
      {troubles.length > 0 && (
        <Card className={classes.box}>
          <Line tone="error">It does not match its {hashList}:</Line>
          <Troubles of={troubles} />
        </Card>
      )}
      {unchecked > 0 && (
        <Line tone="warning">
          {formatNumberOf(unchecked, 'file')} that stayed as {unchecked === 1 ? 'it was' : 'they were'} had not been
          compared with {hashList} when it was saved.
        </Line>
      )}
      <Hashes label={label} before={before} after={after} />
      <LoadChecks />
      <h3 className={classes.heading}>Next steps</h3>
      {isSound ? (
        <NextSteps
          name={name}
          size={size}
          title={title || name}
          label={after === undefined ? undefined : label}
          sha256={after}
          onClose={onClose}
        />
      ) : (
        <p className={classes.text}>
          Fix these problems before you share it.{' '}
          {check && troubles.length > 0 ? `${remedyText(check, hashList, can.reseal === true)} ` : ''}
          Problems lists them all.
        </p>
      )}
      <div className={classes.footer}>
        <Button variant="filled" ref={takeFocusInPlace} onClick={onClose}>
          Done
        </Button>
      </div>
    </>
  );
}
