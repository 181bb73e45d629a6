import { IconAlertOctagon } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatCount } from '../../base/amounts.ts';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { useRootMark } from '../../widgets/root-mark.ts';
import { useFieldInView, useUndoneInView } from './field-in-view.ts';
import { Folds, FoldsContext } from './folds.ts';
import classes from './form.module.css';
import { HeadSlot } from './head-slot.ts';
import { useScrollAnchor } from './scroll-anchor.ts';
import { sectionId, useSectionInView } from './sections.ts';

export interface FormSection {
  /** Its name in the address: `inputs`. */
  id: string;
  label: string;
  /** How many errors it shows. */
  errors: number;
  content: ReactNode;
}

interface Props {
  /** The section or field that the address names: `inputs`, `input.0.shape`. */
  item: string | undefined;
  sections: readonly FormSection[];
  /** Shown above the sections. */
  lead?: ReactNode;
}

/** A metadata file as a form, all sections on one page, with links to them beside. */
export function FormSections({ item, sections, lead }: Props) {
  const placeHref = usePlaceHref();
  const form = useRef<HTMLDivElement>(null);
  const [folds] = useState(() => new Folds());
  const ids = sections.map(({ id }) => id);
  const isSection = item !== undefined && ids.includes(item);
  useUndoneInView(form, folds);
  useFieldInView(form, folds, isSection ? undefined : item);
  useScrollAnchor(form);
  useRootMark('form-sections');
  const inView = useSectionInView(ids, item);
  useEffect(() => {
    if (isSection) goTo(item);
  }, [isSection, item]);
  return (
    <div ref={form} className={classes.form}>
      <nav className={classes.nav} aria-label="Sections">
        <div className={classes.navLinks}>
          {sections.map(({ id, label, errors }) => (
            <a
              key={id}
              className={classes.navLink}
              href={placeHref({ tab: 'edit', item: id })}
              aria-current={id === inView ? 'location' : undefined}
              onClick={() => {
                // The address may name the section already: then it does not change, and nothing else scrolls there.
                if (id === item) goTo(id);
              }}
            >
              {label}
              {errors > 0 && (
                <span className={classes.errorCount} data-tone="error">
                  <IconAlertOctagon size={14} stroke={1.75} aria-hidden /> {formatCount(errors)}
                  <span className="visually-hidden"> {errors === 1 ? 'error' : 'errors'}</span>
                </span>
              )}
            </a>
          ))}
        </div>
      </nav>
      <div className={classes.sections}>
        {lead}
        <FoldsContext value={folds}>
          {sections.map(({ id, label, content }) => (
            <Section key={id} {...{ id, label }}>
              {content}
            </Section>
          ))}
        </FoldsContext>
      </div>
    </div>
  );
}

function Section({ id, label, children }: Pick<FormSection, 'id' | 'label'> & { children: ReactNode }) {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <section aria-labelledby={sectionId(id)} className={classes.section}>
      <div className={classes.head}>
        <h2 id={sectionId(id)} className={classes.title} tabIndex={-1}>
          {label}
        </h2>
        <div ref={setSlot} className={classes.headActions} />
      </div>
      <HeadSlot value={slot}>
        <div className={classes.stack}>{children}</div>
      </HeadSlot>
    </section>
  );
}

function goTo(section: string): void {
  const heading = document.getElementById(sectionId(section));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
}
