import type { ReactNode } from 'react';
import { fileIndex } from '../../model/file/file-index.ts';
import { atStart } from '../../model/words.ts';
import { usePackage, useWords } from '../../state/hooks.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { ToneSurface } from '../../widgets/severity.tsx';
import { FindingPlace } from '../problems/finding-place.tsx';

/** In place of what the metadata file would say: says that it is missing, is only linked, or cannot be read and why. */
export function UnreadNote({ children }: { children: ReactNode }) {
  const { files, findings } = usePackage();
  const { metadataFile } = useWords();
  const file = fileIndex(files).get(metadataFile);
  const isThere = file?.size !== undefined;
  const about = findings.filter(({ path, severity }) => isThere && path === metadataFile && severity === 'error');
  // An error with a line says more than others.
  const why = about.find(({ line }) => line !== undefined) ?? about[0];
  const name = atStart(metadataFile);
  const missing = file?.link ? `${name} is not in the package` : `There is no ${metadataFile}`;
  return (
    <ToneSurface
      tone={!isThere && file?.link ? 'info' : 'error'}
      title={isThere ? `${name} cannot be read` : missing}
      action={<PlaceLink to={{ tab: 'problems' }}>See Problems</PlaceLink>}
    >
      {why && (
        <>
          <bdi>{visibleText(why.message)}</bdi>{' '}
        </>
      )}
      {children} {why?.line !== undefined && <FindingPlace finding={why}>Go to line {why.line}</FindingPlace>}
    </ToneSurface>
  );
}
