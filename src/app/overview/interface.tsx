import { formatNumberOf } from '../../base/amounts.ts';
import type { Package, TensorSpec } from '../../model/package.ts';
import { Card } from '../../widgets/card.tsx';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { MoreLink } from '../../widgets/place-link.tsx';
import { Section } from '../../widgets/section.tsx';
import { ShapeText } from '../../widgets/tensor/shape-text.tsx';
import { ProseText } from '../../widgets/tensor/spec-prose.tsx';
import classes from './interface.module.css';

/** Inputs and outputs listed here; the Schema tab has them all. */
const FIRST_SPECS = 5;

/** The model's inputs and outputs with their descriptions, as two cards. */
export function Interface({ pkg: { inputs, outputs } }: { pkg: Package }) {
  return (
    <Section title="Inputs and outputs">
      {inputs.length === 0 && outputs.length === 0 ? (
        <EmptyState title="No schema">The author did not declare inputs and outputs.</EmptyState>
      ) : (
        <div className={classes.root}>
          <Specs title="Inputs" specs={inputs} noun="input" />
          <Specs title="Outputs" specs={outputs} noun="output" />
        </div>
      )}
    </Section>
  );
}

function Specs({ title, specs, noun }: { title: string; specs: readonly TensorSpec[]; noun: string }) {
  const left = specs.length - FIRST_SPECS;
  return (
    <div className={classes.side}>
      <h3 className={classes.label}>{title}</h3>
      {specs.length === 0 ? (
        <p className={classes.note}>None declared</p>
      ) : (
        <Card as="ul" rows>
          {specs.slice(0, FIRST_SPECS).map((spec, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may be given twice, and the list never changes.
            <SpecRow key={index} spec={spec} />
          ))}
        </Card>
      )}
      {left > 0 && (
        <MoreLink className={classes.more ?? ''} to={{ tab: 'schema' }}>
          {formatNumberOf(left, `more ${noun}`)}
        </MoreLink>
      )}
    </div>
  );
}

function SpecRow({ spec: { name, dtype, shape, shapeless, description } }: { spec: TensorSpec }) {
  return (
    <li className={classes.spec}>
      {name === undefined ? <NoneValid what="name" /> : <NameText mono>{name}</NameText>}
      <span className={classes.type}>
        {dtype === undefined ? <NoneValid what="type" /> : <NameText mono>{dtype}</NameText>}
        {!shapeless && ' · '}
        {shape === undefined ? !shapeless && <NoneValid what="shape" /> : <ShapeText shape={shape} short />}
      </span>
      {description?.trim() ? (
        <span className={classes.description}>
          <ProseText>{description}</ProseText>
        </span>
      ) : null}
    </li>
  );
}

function NoneValid({ what }: { what: string }) {
  return <span className={classes.note}>no valid {what}</span>;
}
