import { Checkbox } from '@mantine/core';
import { formatNumberOf } from '../../base/amounts.ts';
import { ToneLine } from '../../widgets/severity.tsx';
import { NamedPaths } from '../draft/line.tsx';
import type { Making } from './making.ts';
import classes from './new-package.module.css';

/** Says which photos tell where they were taken, and offers to cut it out. */
export function PhotoChoice({ making }: { making: Making }) {
  const { sums, cutsPhotos, setCutsPhotos, isRunning } = making;
  if (!sums || sums.placed.length + sums.unsure.length === 0) return null;
  const { placed, unsure, uncut, canCut } = sums;
  const isOne = placed.length === 1;
  return (
    <div className={classes.notes}>
      {placed.length > 0 && (
        <ToneLine tone="warning">
          {formatNumberOf(placed.length, 'photo')} {isOne ? 'says where it was' : 'say where they were'} taken:{' '}
          <NamedPaths paths={placed} />. Everyone who has the package can read that.
        </ToneLine>
      )}
      {unsure.length > 0 && (
        <ToneLine tone="warning">
          {formatNumberOf(unsure.length, 'picture')} could not be checked completely: <NamedPaths paths={unsure} />.{' '}
          {unsure.length === 1 ? 'It' : 'Each'} may say where it was taken.
        </ToneLine>
      )}
      {uncut.length > 0 && (
        <ToneLine tone="warning">
          Nothing can be cut out of <NamedPaths paths={uncut} /> here: together the photos are too large, or they cannot
          be read.
        </ToneLine>
      )}
      {canCut && (
        <Checkbox
          label="Cut it out"
          description="Also removes the date, the camera’s settings, and bytes that are not part of a picture, such as a short film. The pictures stay as they are."
          checked={cutsPhotos}
          disabled={isRunning}
          onChange={({ currentTarget }) => setCutsPhotos(currentTarget.checked)}
        />
      )}
    </div>
  );
}
