import { IconAlertOctagon } from '@tabler/icons-react';
import { type ComponentType, memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { formatCount, formatNumberOf } from '../../../../base/amounts.ts';
import type { Finding } from '../../../../base/findings.ts';
import { useApp, usePackage } from '../../../../state/hooks.ts';
import { usePlaceHref } from '../../../../widgets/place-href.ts';
import { cartonTomlOf } from '../../core/read/carton-fields.ts';
import { FieldList } from '../other-fields.tsx';
import { About } from './about/about.tsx';
import { Cases } from './cases/cases.tsx';
import { useFieldFindings } from './field-findings.ts';
import { useFieldInView, useUndoneInView } from './field-in-view.ts';
import { Fixes } from './fixes.tsx';
import { Folds, FoldsContext } from './folds.ts';
import classes from './form.module.css';
import { FindingText } from './notes.tsx';
import { Runner } from './runner/runner-fields.tsx';
import { Specs } from './schema/specs.tsx';
import { useScrollAnchor } from './scroll-anchor.ts';
import {
  isSection,
  SECTION_LABELS,
  SECTIONS,
  type Section,
  sectionErrors,
  sectionId,
  useSectionInView,
} from './sections.ts';

interface Props {
  /** The section or field that the address names: `inputs`, `input.0.shape`. */
  item: string | undefined;
  Preview: ComponentType<{ markdown: string }>;
}

/** Most findings listed above the form. */
const MAX_OTHERS = 10;

/** carton.toml as a form, all sections on one page. */
export const Form = memo(function Form({ item, Preview }: Props) {
  const placeHref = usePlaceHref();
  const findings = useFieldFindings();
  const form = useRef<HTMLDivElement>(null);
  const [folds] = useState(() => new Folds());
  useUndoneInView(form, folds);
  useFieldInView(form, folds, isSection(item) ? undefined : item);
  useScrollAnchor(form);
  const hasOther = useApp(({ draft }) => draft !== undefined && (cartonTomlOf(draft.shown)?.other.length ?? 0) > 0);
  const sections = hasOther ? SECTIONS : SECTIONS.filter((section) => section !== 'other');
  const inView = useSectionInView(sections, item);
  useEffect(() => {
    if (isSection(item)) goTo(item);
  }, [item]);
  const errors = useMemo(() => sectionErrors(findings), [findings]);
  const content: Readonly<Record<Section, ReactNode>> = {
    about: <About findings={findings} Preview={Preview} />,
    runner: <Runner findings={findings} />,
    inputs: <Specs side="input" findings={findings} />,
    outputs: <Specs side="output" findings={findings} />,
    'self-tests': <Cases list="self_test" findings={findings} />,
    examples: <Cases list="example" findings={findings} />,
    other: <OtherSection />,
  };
  return (
    <div ref={form} className={classes.form}>
      <nav className={classes.nav} aria-label="Sections">
        {sections.map((section) => (
          <a
            key={section}
            className={classes.navLink}
            href={placeHref({ tab: 'edit', item: section })}
            aria-current={section === inView ? 'location' : undefined}
            onClick={() => {
              // The address may name the section already: then it does not change, and nothing else scrolls there.
              if (section === item) goTo(section);
            }}
          >
            {SECTION_LABELS[section]}
            {(errors.get(section) ?? 0) > 0 && (
              <span className={classes.errorCount} data-tone="error">
                <IconAlertOctagon size={14} stroke={1.75} aria-hidden /> {formatCount(errors.get(section) ?? 0)}
                <span className="visually-hidden"> {errors.get(section) === 1 ? 'error' : 'errors'}</span>
              </span>
            )}
          </a>
        ))}
      </nav>
      <div className={classes.sections}>
        <Others findings={findings.others} renewed={findings.renewed} />
        <FoldsContext value={folds}>
          {sections.map((section) => (
            <section key={section} aria-labelledby={sectionId(section)} className={classes.section}>
              <h2 id={sectionId(section)} className={classes.title} tabIndex={-1}>
                {SECTION_LABELS[section]}
              </h2>
              <div className={classes.stack}>{content[section]}</div>
            </section>
          ))}
        </FoldsContext>
      </div>
    </div>
  );
});

function goTo(section: Section): void {
  const heading = document.getElementById(sectionId(section));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}

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
