import { useMemo } from 'react';
import type { Package } from '../../model/package.ts';
import { Card } from '../../widgets/card.tsx';
import { Section } from '../../widgets/section.tsx';
import { TensorPreview } from '../tensors/tensor-preview.tsx';
import classes from './first-values.module.css';

/** The first values of the tensors that the format names for it, each with a link to the whole. */
export function FirstValues({ pkg: { tensors, firstValues = [] } }: { pkg: Package }) {
  const shown = useMemo(() => {
    const wanted = new Set(firstValues);
    return tensors.filter(({ name }) => wanted.has(name));
  }, [tensors, firstValues]);
  if (shown.length === 0) return null;
  return (
    <Section title="First values">
      <Card as="ul" rows className={classes.list}>
        {shown.map((info) => (
          <li key={info.name} className={classes.row}>
            <TensorPreview info={info} />
          </li>
        ))}
      </Card>
    </Section>
  );
}
