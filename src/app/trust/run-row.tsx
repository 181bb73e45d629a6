import { Anchor } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { FactText } from '../../widgets/fact-text.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import type { RunText } from './trust.ts';
import { TrustRow, type TrustShape } from './trust-row.tsx';

/** What loading the package would run, in one line. */
export function RunRow({ text, shape }: { text: RunText; shape: TrustShape }) {
  const placeHref = usePlaceHref();
  const { detail, ...row } = text;
  const href = placeHref({ tab: 'overview', show: 'runs' });
  return (
    <TrustRow
      {...row}
      detail={detail.length === 0 ? undefined : <FactText>{detail}</FactText>}
      Icon={IconTerminal2}
      href={href}
      shape={shape}
    >
      <Anchor inherit href={href}>
        Show<span className="visually-hidden"> what would run</span>
      </Anchor>
    </TrustRow>
  );
}
