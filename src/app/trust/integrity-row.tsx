import { Button } from '@mantine/core';
import { IconLoader, IconShield, IconShieldCheck, IconShieldExclamation, IconShieldX } from '@tabler/icons-react';
import { formatBytes } from '../../base/amounts.ts';
import { useActions, useApp } from '../../state/hooks.ts';
import { contentBytes } from '../../state/verify-slice.ts';
import { JobProgress } from '../../widgets/loading/loading-view.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { PlaceLink } from '../../widgets/place-link.tsx';
import { useFindAction } from '../find/action.ts';
import { CheckLinked } from '../links/check-linked.tsx';
import type { IntegrityFacts } from './integrity.ts';
import { TrustRow, useTrustPlace } from './trust-row.tsx';
import type { TrustText } from './trust-text.ts';

const ICONS = {
  ok: IconShieldCheck,
  warning: IconShieldExclamation,
  error: IconShieldX,
  info: IconShield,
  quiet: IconShield,
};

interface Props {
  text: TrustText;
  facts: IntegrityFacts;
}

/**
 * Whether the package's bytes match its hash list: the state in words, the progress of verifying, and a button to
 * begin.
 */
export function IntegrityRow({ text, facts }: Props) {
  const { isLive } = useTrustPlace();
  const placeHref = usePlaceHref();
  const { pkg, counts, level, verification, ambiguous, remote } = facts;
  const hold = useApp((state) => state.verifyHold);
  const { verify, cancelVerify } = useActions();
  const isEdited = useApp((state) => state.draft?.changed === true);
  const isRunning = verification.phase === 'running';
  // Without a reason to wait it begins by itself: a button would come and go.
  const isWaiting = verification.phase === 'idle' && hold === undefined;
  const canBegin = pkg.can.verify && !isWaiting && !isRunning && verification.phase !== 'done';
  useFindAction(
    canBegin && isLive
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
      progress={isRunning && <JobProgress inline what="Checking" progress={verification.progress} />}
      done={isRunning ? shareDone(verification.progress) : undefined}
    >
      {isRunning && (
        <Button size="compact-sm" onClick={cancelVerify}>
          Cancel
        </Button>
      )}
      {canBegin && (
        <Button size="compact-sm" onClick={() => void verify()}>
          Check all ({remote ? 'downloads ' : ''}
          {formatBytes(remote ? pkg.size : contentBytes(pkg))})
        </Button>
      )}
      {!isRunning && <CheckLinked />}
      {pkg.words.hashList === undefined && !pkg.can.verify && (
        <PlaceLink to={{ tab: 'files' }} underline="never">
          SHA-256<span className="visually-hidden"> of {pkg.files.length === 1 ? 'the file' : 'its files'}</span>
        </PlaceLink>
      )}
    </TrustRow>
  );
}

function shareDone({ done, total }: { done: number; total: number }): number {
  return total > 0 ? Math.min(1, done / total) : 0;
}
