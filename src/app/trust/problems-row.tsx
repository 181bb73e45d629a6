import { Anchor } from '@mantine/core';
import { firstWarning } from '../../model/run-facts.ts';
import { useApp, useFindings, usePackagePart } from '../../state/hooks.ts';
import { FactText } from '../../widgets/fact-text.tsx';
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
  const warned = usePackagePart(({ runs }) => firstWarning(runs) !== undefined);
  const text = problemsText(findings, { sound, whole, known, warned });
  const detail = findings.length === 0 && warned ? <RunWarning /> : text.detail;
  const href = placeHref({ tab: 'problems' });
  return (
    <TrustRow {...text} detail={detail} href={href} shape={shape}>
      {findings.length > 0 && (
        <Anchor inherit href={href}>
          Show<span className="visually-hidden"> problems</span>
        </Anchor>
      )}
    </TrustRow>
  );
}

/** What keeps the package from loading, or is unusual in it. */
export function RunWarning() {
  const warning = firstWarning(usePackagePart(({ runs }) => runs));
  if (!warning) return null;
  return (
    <>
      About loading it: <FactText>{warning}</FactText>.
    </>
  );
}
