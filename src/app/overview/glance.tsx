import type { Figure } from '../../model/package.ts';
import { Card } from '../../widgets/card.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { Section } from '../../widgets/section.tsx';
import classes from './glance.module.css';

/** The figures that one asks for first. */
export function Glance({ figures }: { figures: readonly Figure[] }) {
  if (figures.length === 0) return null;
  return (
    <Section title="At a glance">
      <Card as="dl" rows className={classes.figures}>
        {figures.map(({ label, value, note }) => (
          <div key={label} className={classes.figure}>
            <dt className={classes.label}>{label}</dt>
            <dd className={classes.value}>
              <NameText>{value}</NameText>
            </dd>
            {note !== undefined && (
              <dd className={classes.note}>
                <NameText>{note}</NameText>
              </dd>
            )}
          </div>
        ))}
      </Card>
    </Section>
  );
}
