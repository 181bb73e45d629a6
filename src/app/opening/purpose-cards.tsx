import { IconPencil, IconShare2, IconShieldCheck, IconTable } from '@tabler/icons-react';
import { Card } from '../../widgets/card.tsx';
import { Section } from '../../widgets/section.tsx';
import classes from './purpose-cards.module.css';

const PURPOSES = [
  { name: 'Look', text: 'Browse tensors, pictures and sound of any size', Icon: IconTable },
  {
    name: 'Check',
    text: 'Compare every byte with its hash, and see what loading would run',
    Icon: IconShieldCheck,
  },
  { name: 'Edit', text: 'Change metadata and files, and save a new package', Icon: IconPencil },
  { name: 'Share', text: 'Link to exactly what you see', Icon: IconShare2 },
];

/** What Boxcutter is for. `wide` lays the four cards side by side. */
export function PurposeCards({ wide }: { wide: boolean }) {
  return (
    <Section title="What it is for">
      <ul className={classes.list} data-wide={wide || undefined}>
        {PURPOSES.map(({ name, text, Icon }) => (
          <li key={name} className={classes.item}>
            <Card className={classes.card}>
              <span className={classes.icon}>
                <Icon size={18} stroke={1.75} aria-hidden />
              </span>
              <h3 className={classes.name}>{name}</h3>
              <p className={classes.text}>{text}</p>
            </Card>
          </li>
        ))}
      </ul>
    </Section>
  );
}
