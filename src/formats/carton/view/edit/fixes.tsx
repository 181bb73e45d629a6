import type { Finding } from '../../../../base/findings.ts';
import { editStep } from '../../../../model/edit/edit.ts';
import { useActions, useApp, useAppReader } from '../../../../state/hooks.ts';
import { FixButton } from '../../../../widgets/fix-button.tsx';
import { fixName, fixStep } from '../../core/read/fix.ts';
import classes from './form.module.css';
import { sectionId } from './sections.ts';
import { valuesOf } from './values.ts';

/** Most buttons shown for one field. */
const MAX_FIXES = 3;

/** Buttons for the edits that mend these findings. */
export function Fixes({ findings }: { findings: readonly Finding[] }) {
  const fixable = findings
    .filter(({ fix }) => fix !== undefined && fix !== 'renew' && fix !== 'reseal')
    .slice(0, MAX_FIXES);
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
  const isOpen = useApp((state) => stepOf(finding, valuesOf(state.draft)) !== undefined);
  const read = useAppReader();
  const name = fixName(finding);
  if (!isOpen || name === undefined) return null;
  return (
    <FixButton
      name={name}
      onClick={({ currentTarget }) => {
        // The button disappears with the problem that it mends.
        const field = currentTarget.closest(`.${classes.fixes}`)?.parentElement;
        field?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
        const { draft, edit } = read();
        const step = stepOf(finding, valuesOf(draft));
        if (step) edit(editStep(step));
      }}
    />
  );
}

function stepOf(finding: Finding, values: Parameters<typeof fixStep>[1]) {
  const step = fixStep(finding, values);
  return typeof step === 'string' ? undefined : step;
}

/** Asks to write MANIFEST and the tensor index again. Saving any change does that too. */
export function Renew({ finding }: { finding: Finding }) {
  const canSave = useApp((state) => state.draft?.shown.can.save === true);
  const { edit } = useActions();
  const name = fixName(finding);
  if (!canSave || name === undefined) return null;
  return (
    <div className={classes.fixes}>
      <FixButton
        name={name}
        onClick={() => {
          // The button disappears with the problem that it mends.
          document.getElementById(sectionId('about'))?.focus();
          edit({ name, renew: true });
        }}
      />
    </div>
  );
}
