import { Anchor, Button } from '@mantine/core';
import { IconLoader, IconShield, IconShieldCheck, IconShieldExclamation, IconShieldX } from '@tabler/icons-react';
import { useActions, useApp, useOpenPackage, useOwnFindings } from '../../state/hooks.ts';
import { isRemote, type SourceDescriptor } from '../../state/load.ts';
import type { Tally } from '../../state/verdict-table.ts';
import { contentBytes } from '../../state/verify-slice.ts';
import { formatBytes } from '../../widgets/byte-size.ts';
import { JobProgress } from '../../widgets/loading-view.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { useFindAction } from '../find/action.ts';
import { CheckLinked } from '../links/check-linked.tsx';
import { integrityOf, integrityText, isAmbiguous, isSound, isUnhashed } from './integrity.ts';
import { TrustRow, type TrustShape } from './trust-row.tsx';
import { holdText } from './verify-hold.ts';

/** Of a package that has no hash list to count by. */
const NO_COUNTS: Tally = { listed: 0, matching: 0, linked: 0, wrong: 0, missing: 0, wrongLinked: 0, unlisted: 0 };

const ICONS = {
  ok: IconShieldCheck,
  warning: IconShieldExclamation,
  error: IconShieldX,
  info: IconShield,
  quiet: IconShield,
};

interface Props {
  descriptor: SourceDescriptor;
  shape: TrustShape;
}

/**
 * Whether the package's bytes match its hash list: the state in words, the progress of verifying, and a button to
 * begin.
 */
export function IntegrityRow({ descriptor, shape }: Props) {
  const placeHref = usePlaceHref();
  const pkg = useOpenPackage();
  const verification = useApp((state) => state.verification);
  const hold = useApp((state) => state.verifyHold);
  const { verify, cancelVerify } = useActions();
  const notFetched = useApp((state) => state.linksNotFetched);
  const verdicts = useApp((state) => state.verdicts);
  const damaged = verdicts.wrong;
  const counts = isUnhashed(pkg) ? NO_COUNTS : verdicts.tally;
  const findings = useOwnFindings();
  const isEdited = useApp((state) => state.draft?.changed === true);
  const level = integrityOf(counts, verification.phase, isSound(findings, verification, pkg.verdicts), damaged);
  const ambiguous = isAmbiguous(findings);
  const remote = isRemote(descriptor);
  const isRunning = verification.phase === 'running';
  const isHeld = verification.phase === 'idle' && pkg.can.verify && hold !== undefined;
  const text = integrityText({
    pkg,
    counts,
    level,
    verification,
    damaged,
    notFetched,
    wrongFile: damaged === 1 ? verdicts.wrongFiles()[0] : undefined,
    ambiguous,
    remote,
    hold: isHeld ? holdText(hold) : undefined,
  });
  // Without a reason to wait it begins by itself: a button would come and go.
  const isWaiting = verification.phase === 'idle' && hold === undefined;
  const canBegin = pkg.can.verify && !isWaiting && !isRunning && verification.phase !== 'done';
  useFindAction(
    canBegin
      ? { name: 'Check all', also: 'verify hash integrity', Icon: IconShield, run: () => void verify() }
      : undefined,
  );
  return (
    <TrustRow
      {...text}
      sentence={isEdited ? `The open file: ${text.sentence}` : text.sentence}
      Icon={isRunning ? IconLoader : ICONS[text.tone]}
      status={{ name: 'Integrity', 'data-integrity': level, 'data-covered': counts.unlisted === 0 && !ambiguous }}
      href={placeHref({ tab: 'files' })}
      shape={shape}
      progress={isRunning && <JobProgress inline what="Checking" progress={verification.progress} />}
    >
      {isRunning && (
        <Button variant="default" size="compact-sm" onClick={cancelVerify}>
          Cancel
        </Button>
      )}
      {canBegin && (
        <Button variant="default" size="compact-sm" onClick={() => void verify()}>
          Check all ({remote ? 'downloads ' : ''}
          {formatBytes(remote ? pkg.size : contentBytes(pkg))})
        </Button>
      )}
      {!isRunning && <CheckLinked />}
      {pkg.words.hashList === undefined && !pkg.can.verify && (
        <Anchor inherit href={placeHref({ tab: 'files' })}>
          SHA-256<span className="visually-hidden"> of {pkg.files.length === 1 ? 'the file' : 'its files'}</span>
        </Anchor>
      )}
    </TrustRow>
  );
}
