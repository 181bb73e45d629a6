import { Button } from '@mantine/core';
import { IconTool } from '@tabler/icons-react';
import type { Finding } from '../../../../base/findings.ts';
import { fixStep } from '../../../../model/fix.ts';
import { useActions, useApp, useAppReader } from '../../../../state/hooks.ts';
import { visibleText } from '../../../../widgets/name-text.tsx';
import classes from './form.module.css';

/** Buttons shown for one field. */
const MAX_FIXES = 3;

/** Buttons that make the edits which would mend what is wrong, where there are such. */
export function Fixes({ findings }: { findings: readonly Finding[] }) {
  const fixable = findings.filter(({ fix }) => fix !== undefined && fix !== 'reseal').slice(0, MAX_FIXES);
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
  const name = useApp((state) => stepOf(finding, state.draft?.current.values)?.name);
  const read = useAppReader();
  if (name === undefined) return null;
  return (
    <Button
      variant="default"
      size="xs"
      className={classes.fix ?? ''}
      leftSection={<IconTool size={14} aria-hidden />}
      onClick={({ currentTarget }) => {
        // The button goes with what it mends.
        const field = currentTarget.closest(`.${classes.fixes}`)?.parentElement;
        field?.querySelector<HTMLElement>('input, textarea, select, button')?.focus();
        const { draft, edit } = read();
        const step = stepOf(finding, draft?.current.values);
        if (step) edit(step);
      }}
    >
      Fix: {visibleText(name)}
    </Button>
  );
}

function stepOf(finding: Finding, values: Parameters<typeof fixStep>[1]) {
  const step = fixStep(finding, values);
  return step === 'reseal' ? undefined : step;
}

/** What writing MANIFEST and the tensor index anew mends, which any change that is saved does too. */
export function Reseal({ count }: { count: number }) {
  const isOn = useApp((state) => state.draft?.current.reseal === true);
  const { setReseal } = useActions();
  return (
    <div className={classes.fixes}>
      {isOn ? (
        <p className={classes.hint}>Saving writes {count === 1 ? 'it' : 'them'} anew.</p>
      ) : (
        <Button
          variant="default"
          size="xs"
          className={classes.fix ?? ''}
          leftSection={<IconTool size={14} aria-hidden />}
          onClick={() => setReseal(true, 'Write MANIFEST and the tensor index anew')}
        >
          Fix: Write MANIFEST and the tensor index anew
        </Button>
      )}
    </div>
  );
}
