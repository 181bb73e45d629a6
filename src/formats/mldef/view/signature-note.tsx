import { formatNumberOf } from '../../../base/amounts.ts';
import { Card } from '../../../widgets/card.tsx';
import { PlaceLink } from '../../../widgets/place-link.tsx';
import { Section } from '../../../widgets/section.tsx';
import type { MldefOwn } from '../core/own.ts';

/** What SIGNATURE has, what can be compared with it, and what cannot. */
export function SignatureNote({ signature: { checksums, opaque } }: { signature: NonNullable<MldefOwn['signature']> }) {
  return (
    <Section title="Signature">
      <Card>
        <PlaceLink to={{ tab: 'files', item: 'SIGNATURE' }}>SIGNATURE</PlaceLink>{' '}
        {checksums > 0 && (
          <>
            has a SHA-256 of {formatNumberOf(checksums, 'file')}, without a key. Checking the package compares them with
            the files.{' '}
          </>
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
