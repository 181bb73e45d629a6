import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { fileIndex } from '../../model/file-index.ts';
import { placeHref } from '../../model/place.ts';
import { usePackage } from '../../state/hooks.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { FindingPlace } from './finding-place.tsx';

const PATH = 'carton.toml';

/** Stands where something from carton.toml would be: says whether it is not there, is elsewhere, or cannot be read and why. */
export function UnreadNote({ children }: { children: ReactNode }) {
  const { files, findings } = usePackage();
  const file = fileIndex(files).get(PATH);
  const about = findings.filter(({ path, severity }) => path === PATH && severity === 'error');
  // A place in the text says more than the others.
  const why = about.find(({ line }) => line !== undefined) ?? about[0];
  const problems = (
    <Anchor inherit underline="always" href={placeHref({ tab: 'problems' })}>
      See Problems
    </Anchor>
  );
  if (file?.size === undefined)
    return (
      <EmptyState title={file?.link ? 'carton.toml is not inside the package' : 'There is no carton.toml'}>
        {children} {problems}
      </EmptyState>
    );
  return (
    <EmptyState title="carton.toml cannot be read">
      {why && (
        <>
          <bdi>{visibleText(why.message)}</bdi>{' '}
          {why.line !== undefined && <FindingPlace finding={why}>Go to line {why.line}</FindingPlace>}{' '}
        </>
      )}
      {children} {problems}
    </EmptyState>
  );
}
