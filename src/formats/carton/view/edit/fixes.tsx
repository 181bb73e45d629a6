import type { Finding } from '../../../../base/findings.ts';
import type { EditStep, PlainStep } from '../../../../model/draft.ts';
import { editStep } from '../../../../model/edit/edit.ts';
import type { DraftEditing } from '../../../../state/draft/editing.ts';
import { useApp, useAppReader } from '../../../../state/hooks.ts';
import { FixButton } from '../../../../widgets/fix-button.tsx';
import { valuesOf } from '../../../draft-values.ts';
import { fixName, fixStep } from '../../core/read/fix.ts';
import classes from './form.module.css';
import { sectionId } from './sections.ts';

/** Most buttons shown for one field. */
const MAX_FIXES = 3;

/** Buttons for the edits that fix these findings. */
export function Fixes({ findings }: { findings: readonly Finding[] }) {
  const fixable = findings.filter(({ fix }) => fix !== undefined).slice(0, MAX_FIXES);
  if (fixable.length === 0) return null;
  return (
    <div className={classes.fixes}>
      {fixable.map((finding, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may have the same fix.
        <Fix key={i} finding={finding} />
      ))}
    </div>
  );
}

function Fix({ finding }: { finding: Finding }) {
  const isOpen = useApp(({ draft }) => stepOf(finding, draft) !== undefined);
  const read = useAppReader();
  const name = fixName(finding);
  if (!isOpen || name === undefined) return null;
  return (
    <FixButton
      name={name}
      onClick={({ currentTarget }) => {
        // The button disappears with the problem that it fixes.
        const field = currentTarget.closest(`.${classes.fixes}`)?.parentElement;
        if (finding.fix === 'renew') document.getElementById(sectionId('about'))?.focus();
        else field?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
        const { draft, edit } = read();
        const step = stepOf(finding, draft);
        if (step) edit(step);
      }}
    />
  );
}

/** Undefined if the finding cannot be fixed here. Saving any change also renews MANIFEST and the tensor index. */
function stepOf(finding: Finding, draft: DraftEditing | undefined): EditStep | PlainStep | undefined {
  const step = fixStep(finding, valuesOf(draft));
  if (step === 'renew') return draft?.shown.can.save ? { name: fixName(finding) ?? '', renew: true } : undefined;
  return step === undefined || step === 'reseal' ? undefined : editStep(step);
}
