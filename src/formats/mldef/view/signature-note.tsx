import { Anchor } from '@mantine/core';
import { formatNumberOf } from '../../../widgets/byte-size.ts';
import { Card } from '../../../widgets/card.tsx';
import { usePlaceHref } from '../../../widgets/place-href.ts';
import { Section } from '../../../widgets/section.tsx';
import type { ShownSignature } from '../core/own.ts';

/** What SIGNATURE has, what can be compared with it, and what cannot. */
export function SignatureNote({ signature: { checksums, opaque } }: { signature: ShownSignature }) {
  const placeHref = usePlaceHref();
  return (
    <Section title="Signature">
      <Card>
        <Anchor inherit underline="always" href={placeHref({ tab: 'files', item: 'SIGNATURE' })}>
          SIGNATURE
        </Anchor>{' '}
        {checksums > 0 && (
          <>has a SHA-256 of {formatNumberOf(checksums, 'file')}. Checking the package compares them with the files. </>
        )}
        {opaque > 0 && (
          <>
            {checksums > 0 ? 'It has' : 'has'} {formatNumberOf(opaque, 'line')} that can only be checked with the
            author’s key, which is not in the package.{' '}
          </>
        )}
        {checksums === 0 && opaque === 0 && <>has no checksum that can be compared. </>}
        Nothing here shows who signed the model: whoever made the package can write SIGNATURE, too.
      </Card>
    </Section>
  );
}
