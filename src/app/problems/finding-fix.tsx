import type { Finding } from '../../base/findings.ts';
import type { CheckFix } from '../../model/checklist.ts';
import { useApp, useAppReader, useOpenPackage } from '../../state/hooks.ts';
import { FixButton } from '../../widgets/fix-button.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { useEditDialogs } from '../draft/edit-dialogs.tsx';
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

/**
 * Makes the edit that mends something, or opens the dialog that asks first. Gives whether an edit was made. Where there
 * is no draft, it leads to the Edit tab, which says why.
 */
export function useMend(): (fix: CheckFix) => Promise<boolean> {
  const placeHref = usePlaceHref();
  const { drafts } = useFormatDrafts(useOpenPackage().format);
  const read = useAppReader();
  const dialogs = useEditDialogs();
  return async (fix) => {
    if (fix.fix === 'reseal') {
      dialogs.reseal();
      return false;
    }
    await read().startDraft();
    const { draft, edit } = read();
    if (!draft) goTo(placeHref({ tab: 'edit' }));
    const step = draft && drafts?.fixStep(fix, draft.current.values);
    if (step === undefined || step === 'reseal') return false;
    edit(step === 'renew' ? { name: drafts?.fixName(fix) ?? '', renew: true } : step);
    return true;
  };
}

/** A button for the edit that mends a finding. Nothing if no such edit is possible now. */
export function FindingFix({ finding }: { finding: Finding }) {
  const { pack } = useNewPackage();
  const mend = useMend();
  const name = useFixName(finding);
  if (name === undefined) return null;

  async function onClick(): Promise<void> {
    if (finding.fix === 'pack') return pack?.();
    // The button disappears with the finding: the focus goes to the chosen tab.
    if (await mend(finding)) focusChosenTab();
  }

  return <FixButton name={name} onClick={() => void onClick()} />;
}
