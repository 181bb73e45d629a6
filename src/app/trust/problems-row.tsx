import { Anchor } from '@mantine/core';
import { useApp, useFindings, usePackagePart } from '../../state/hooks.ts';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { isWhole, problemsText } from './problems.ts';
import { TrustRow, type TrustShape } from './trust-row.tsx';

/** How many problems there are, and the first of the most severe. */
export function ProblemsRow({ shape }: { shape: TrustShape }) {
  const placeHref = usePlaceHref();
  const findings = useFindings();
  const phase = useApp((state) => state.verification.phase);
  const sound = usePackagePart(({ words }) => words.checked.length > 0);
  const whole = usePackagePart((pkg) => isWhole(pkg, phase));
  const known = usePackagePart(({ onlyFiles }) => onlyFiles === undefined);
  const text = problemsText(findings, { sound, whole, known });
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
