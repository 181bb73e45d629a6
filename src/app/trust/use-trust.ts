import { useMemo } from 'react';
import { useApp, useFindings, useOpenPackage, useOwnFindings, useScannedShare } from '../../state/hooks.ts';
import { isRemote, type SourceDescriptor } from '../../state/load.ts';
import { useShownRuns } from '../../state/shown-runs.ts';
import type { Tally } from '../../state/verdict-table.ts';
import { HOLD_TEXTS, type IntegrityFacts, integrityOf, isAmbiguous, isSound, isUnhashed } from './integrity.ts';
import { trustTexts } from './trust.ts';

/** Of a package that has no hash list to count by. */
const NO_COUNTS: Tally = { listed: 0, matching: 0, linked: 0, wrong: 0, missing: 0, wrongLinked: 0, unlisted: 0 };

/** The texts of the trust card, and the facts that the text on integrity comes from. */
export function useTrust(descriptor: SourceDescriptor) {
  const pkg = useOpenPackage();
  const verification = useApp((state) => state.verification);
  const hold = useApp((state) => state.verifyHold);
  const notFetched = useApp((state) => state.linksNotFetched);
  const verdicts = useApp((state) => state.verdicts);
  const own = useOwnFindings();
  const findings = useFindings();
  const { facts: runs, isReading: isAuditing, error: auditError } = useShownRuns();
  const scanned = useScannedShare();
  return useMemo(() => {
    const damaged = verdicts.wrong;
    const counts = isUnhashed(pkg) ? NO_COUNTS : verdicts.tally;
    const isHeld = verification.phase === 'idle' && pkg.can.verify && hold !== undefined;
    const integrity: IntegrityFacts = {
      pkg,
      counts,
      level: integrityOf(counts, verification.phase, isSound(own, verification, pkg.verdicts), damaged),
      verification,
      damaged,
      notFetched,
      wrongFile: damaged === 1 ? verdicts.wrongFiles()[0] : undefined,
      ambiguous: isAmbiguous(own),
      remote: isRemote(descriptor),
      hold: isHeld ? HOLD_TEXTS[hold] : undefined,
    };
    return { texts: trustTexts({ integrity, findings, runs, isAuditing, auditError, scanned }), integrity };
  }, [pkg, verification, hold, notFetched, verdicts, own, findings, runs, isAuditing, auditError, scanned, descriptor]);
}
