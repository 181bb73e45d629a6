import type { Finding } from '../../base/findings.ts';
import { useApp, useAppReader, useOpenPackage } from '../../state/hooks.ts';
import { FixButton } from '../../widgets/fix-button.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { useEditDialogs } from '../draft/draft-dialogs.tsx';
import { focusChosenTab } from '../focus.ts';
import { useNewPackage } from '../making/new-package-ways.ts';
import { useFormatDrafts } from '../package/format-view.ts';
import { goTo } from '../page-address.ts';

/** What the edit that mends a finding does, in words. Undefined if no such edit is possible now. */
export function useFixName(finding: Finding): string | undefined {
  const { can, format } = useOpenPackage();
  const { drafts } = useFormatDrafts(format);
  const { pack } = useNewPackage();
  const isOpen = useApp(({ draft }) => {
    // New hashes would make what somebody else has changed look right: they are for a package that the user edits.
    if (finding.fix === 'reseal') return draft?.changed === true && draft.current.renew !== 'reseal';
    return !draft || drafts?.fixStep(finding, draft.current.values) !== undefined;
  });
  if (finding.fix === 'pack') return pack && drafts?.fixName(finding);
  if (!isOpen || !can.edit || (finding.fix === 'renew' && !can.save)) return undefined;
  if (finding.fix === 'reseal' && !can.reseal) return undefined;
  return drafts?.fixName(finding);
}

/** A button for the edit that mends a finding. Nothing if no such edit is possible now. */
export function FindingFix({ finding }: { finding: Finding }) {
  const placeHref = usePlaceHref();
  const { drafts } = useFormatDrafts(useOpenPackage().format);
  const read = useAppReader();
  const dialogs = useEditDialogs();
  const { pack } = useNewPackage();
  const name = useFixName(finding);
  if (name === undefined) return null;

  async function mend(): Promise<void> {
    if (finding.fix === 'reseal') return dialogs.reseal();
    if (finding.fix === 'pack') return pack?.();
    await read().startDraft();
    const { draft, edit } = read();
    // The Edit tab says why there is no draft.
    if (!draft) return goTo(placeHref({ tab: 'edit' }));
    const step = drafts?.fixStep(finding, draft.current.values);
    if (step === 'renew') edit({ name: name as string, renew: true });
    else if (step !== undefined && step !== 'reseal') edit(step);
    // The button disappears with the finding: the focus goes to the chosen tab.
    focusChosenTab();
  }

  return <FixButton name={name} onClick={() => void mend()} />;
}
