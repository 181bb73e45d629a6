import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { fileIndex } from '../../model/file/file-index.ts';
import { atStart } from '../../model/words.ts';
import { usePackage, useWords } from '../../state/hooks.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { ToneSurface } from '../../widgets/severity.tsx';
import { FindingPlace } from '../problems/finding-place.tsx';

/** In place of what the metadata file would say: says that it is missing, is only linked, or cannot be read and why. */
export function UnreadNote({ children }: { children: ReactNode }) {
  const placeHref = usePlaceHref();
  const { files, findings } = usePackage();
  const { metadataFile } = useWords();
  const file = fileIndex(files).get(metadataFile);
  const about = findings.filter(({ path, severity }) => path === metadataFile && severity === 'error');
  // An error with a line says more than others.
  const why = about.find(({ line }) => line !== undefined) ?? about[0];
  const problems = (
    <Anchor inherit underline="always" href={placeHref({ tab: 'problems' })}>
      See Problems
    </Anchor>
  );
  if (file?.size === undefined)
    return (
      <ToneSurface
        tone={file?.link ? 'info' : 'error'}
        title={file?.link ? `${atStart(metadataFile)} is not in the package` : `There is no ${metadataFile}`}
        action={problems}
      >
        {children}
      </ToneSurface>
    );
  return (
    <ToneSurface tone="error" title={`${atStart(metadataFile)} cannot be read`} action={problems}>
      {why && (
        <>
          <bdi>{visibleText(why.message)}</bdi>{' '}
        </>
      )}
      {children} {why?.line !== undefined && <FindingPlace finding={why}>Go to line {why.line}</FindingPlace>}
    </ToneSurface>
  );
}
