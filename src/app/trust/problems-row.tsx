import { Anchor } from '@mantine/core';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { TrustRow, type TrustShape, type TrustText } from './trust-row.tsx';

/** How many problems there are, and the first of the most severe. */
export function ProblemsRow({ text, hasAny, shape }: { text: TrustText; hasAny: boolean; shape: TrustShape }) {
  const placeHref = usePlaceHref();
  const href = placeHref({ tab: 'problems' });
  return (
    <TrustRow {...text} href={href} shape={shape}>
      {hasAny && (
        <Anchor inherit href={href}>
          Show<span className="visually-hidden"> problems</span>
        </Anchor>
      )}
    </TrustRow>
  );
}
