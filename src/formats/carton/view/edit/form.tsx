import { type ComponentType, memo, type ReactNode, useMemo } from 'react';
import { formatNumberOf } from '../../../../base/amounts.ts';
import type { Finding } from '../../../../base/findings.ts';
import { useApp, usePackage } from '../../../../state/hooks.ts';
import classes from '../../../form/form.module.css';
import { FormSections } from '../../../form/form-sections.tsx';
import { FindingText } from '../../../form/notes.tsx';
import { cartonTomlOf } from '../../core/read/carton-fields.ts';
import { FieldList } from '../other-fields.tsx';
import { About } from './about/about.tsx';
import { Cases } from './cases/cases.tsx';
import { DroppedOffer, DroppedValues } from './cases/dropped-values.tsx';
import { useFieldFindings } from './field-findings.ts';
import { Fixes } from './fixes.tsx';
import { Runner } from './runner/runner-fields.tsx';
import { Specs } from './schema/specs.tsx';
import { SECTION_LABELS, SECTIONS, type Section, sectionErrors } from './sections.ts';

interface Props {
  /** The section or field that the address names: `inputs`, `input.0.shape`. */
  item: string | undefined;
  Preview: ComponentType<{ markdown: string }>;
}

/** Most findings listed above the form. */
const MAX_OTHERS = 10;

/** carton.toml as a form, all sections on one page. */
export const Form = memo(function Form({ item, Preview }: Props) {
  const findings = useFieldFindings();
  const hasOther = useApp(({ draft }) => draft !== undefined && (cartonTomlOf(draft.shown)?.other.length ?? 0) > 0);
  const sections = hasOther ? SECTIONS : SECTIONS.filter((section) => section !== 'other');
  const errors = useMemo(() => sectionErrors(findings), [findings]);
  const content: Readonly<Record<Section, ReactNode>> = {
    about: <About findings={findings} Preview={Preview} />,
    runner: <Runner findings={findings} />,
    inputs: <Specs side="input" findings={findings} />,
    outputs: <Specs side="output" findings={findings} />,
    'self-tests': <Cases list="self_test" findings={findings} />,
    examples: (
      <>
        <DroppedOffer />
        <Cases list="example" findings={findings} />
      </>
    ),
    other: <OtherSection />,
  };
  return (
    <DroppedValues>
      <FormSections
        item={item}
        lead={<Others findings={findings.others} renewed={findings.renewed} />}
        sections={sections.map((id) => ({
          id,
          label: SECTION_LABELS[id],
          errors: errors.get(id) ?? 0,
          content: content[id],
        }))}
      />
    </DroppedValues>
  );
});

/** Problems that no field shows. */
function Others({ findings, renewed }: { findings: readonly Finding[]; renewed: readonly Finding[] }) {
  const [first] = renewed;
  if (findings.length === 0 && !first) return null;
  const left = findings.length - MAX_OTHERS;
  return (
    <ul className={classes.others} aria-label="Problems without a field">
      {findings.slice(0, MAX_OTHERS).map((finding, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two findings may say the same.
        <li key={i}>
          <FindingText finding={finding} />
          <Fixes findings={[finding]} />
        </li>
      ))}
      {left > 0 && <li className={classes.hint}>and {formatNumberOf(left, 'more', 'more')}, under Problems</li>}
      {first && (
        <li>
          <FindingText finding={first} />
          {renewed.length > 1 && (
            <p className={classes.hint}>and {formatNumberOf(renewed.length - 1, 'more problem')} of that kind</p>
          )}
          <Fixes findings={[first]} />
        </li>
      )}
    </ul>
  );
}

/** Fields that the format does not know: they stay as they are. */
function OtherSection() {
  return (
    <>
      <p className={classes.hint}>
        Fields that the format does not know. They are kept as they are. You can edit them as text.
      </p>
      <FieldList fields={cartonTomlOf(usePackage())?.other ?? []} />
    </>
  );
}
