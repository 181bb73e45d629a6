import { useMemo } from 'react';
import { formatBytes, formatCount, formatNumberIs, formatNumberOf } from '../../../base/amounts.ts';
import type { ReviewedDraft } from '../../../model/draft.ts';
import { atStart } from '../../../model/words.ts';
import { useApp, useHasHashes, useWords } from '../../../state/hooks.ts';
import { isRemote, type Opened } from '../../../state/load.ts';
import { contentBytes } from '../../../state/verify-slice.ts';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { Line, ShortList } from '../line.tsx';
import { type CheckState, checkState } from './check-state.ts';

/** Files listed here; the Files tab has them all. */
const MAX_LISTED = 8;

function troubleText(state: CheckState['troubles'][number]['state'], hashList: string): string {
  if (state === 'missing') return 'is missing';
  return state === 'unreadable' ? 'cannot be read' : `does not match ${hashList}`;
}

/** Says how many bytes verifying the package reads or downloads. */
export function checkCost({ descriptor, package: pkg }: Opened): string {
  return isRemote(descriptor) ? `downloads ${formatBytes(pkg.size)}` : `reads ${formatBytes(contentBytes(pkg))}`;
}

/** What is known of the files that saving takes over unchanged. */
export function useCheck({ package: pkg }: Opened, review: ReviewedDraft): CheckState {
  const verification = useApp((state) => state.verification);
  const verdicts = useApp((state) => state.verdicts);
  return useMemo(() => checkState(pkg, verification, verdicts, review), [pkg, verification, verdicts, review]);
}

/** How far the unchanged files are verified, and those that are wrong. */
export function Check({ state }: { state: CheckState }) {
  const hasHashes = useHasHashes();
  return hasHashes ? <Compared state={state} /> : <Troubles of={state.troubles} />;
}

function Compared({ state }: { state: CheckState }) {
  const verification = useApp(({ verification }) => verification);
  const { hashList } = useWords();
  const { kind, listed, matching, linked, troubles } = state;
  const others = linked > 0 ? ` ${formatNumberIs(linked, 'file')} linked, and not checked here.` : '';
  const files = formatNumberOf(listed - linked, 'unchanged file');
  if (kind === 'right') {
    return (
      <Line tone="ok">
        {listed === linked
          ? `${atStart(hashList)} does not list any unchanged file in the package.`
          : listed - linked === 1
            ? `The ${files} matches ${hashList}.`
            : `All ${files} match ${hashList}.`}
        {others}
      </Line>
    );
  }
  return (
    <>
      <Line tone={troubles.length > 0 ? 'error' : 'quiet'}>
        {formatCount(matching)} of {files} match {hashList}
        {kind === 'open' ? ' so far' : ''}.{others}
        {verification.phase === 'failed' ? ` The check failed: ${visibleText(verification.error.message)}` : ''}
      </Line>
      <Troubles of={troubles} />
    </>
  );
}

/** Files that are known not to match the hash list. */
export function Troubles({ of }: { of: CheckState['troubles'] }) {
  const { hashList } = useWords();
  if (of.length === 0) return null;
  return (
    <ShortList
      label="Files that do not match"
      items={of}
      max={MAX_LISTED}
      more={(count) => formatNumberOf(count, 'more file')}
    >
      {({ path, state }) => (
        <ToneLine key={path} as="li" tone="error" data-path={path}>
          <NameText mono>{path}</NameText> {troubleText(state, hashList)}
        </ToneLine>
      )}
    </ShortList>
  );
}
