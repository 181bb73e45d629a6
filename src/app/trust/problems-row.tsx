import { Anchor } from '@mantine/core';
import { useApp, useFindings, usePackage } from '../../state/hooks.ts';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { isWhole, problemsText } from './problems.ts';
import { TrustRow, type TrustShape } from './trust-row.tsx';

/** How many problems there are, and the first of the most severe. */
export function ProblemsRow({ shape }: { shape: TrustShape }) {
  const placeHref = usePlaceHref();
  const findings = useFindings();
  const pkg = usePackage();
  const phase = useApp((state) => state.verification.phase);
  const text = problemsText(findings, {
    sound: pkg.words.checked.length > 0,
    whole: isWhole(pkg, phase),
    known: pkg.onlyFiles === undefined,
  });
  const href = placeHref({ tab: 'problems' });
  return (
    <TrustRow {...text} href={href} shape={shape}>
      {findings.length > 0 && (
        <Anchor inherit href={href}>
          Show<span className="visually-hidden"> problems</span>
        </Anchor>
      )}
    </TrustRow>
  );
}
