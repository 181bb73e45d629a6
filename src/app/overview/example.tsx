import { formatCount, formatNumberOf } from '../../base/amounts.ts';
import type { BindingPlace } from '../../base/findings.ts';
import type { Binding, Package, TensorSpec } from '../../model/package.ts';
import { caseTitle } from '../../model/tensor/tensor-use.ts';
import { useFindings } from '../../state/hooks.ts';
import { Card } from '../../widgets/card.tsx';
import { WithPictureRole } from '../../widgets/lightbox/picture-role.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { MoreLink } from '../../widgets/place-link.tsx';
import { Section } from '../../widgets/section.tsx';
import { ProseText } from '../../widgets/tensor/spec-prose.tsx';
import { BindingView } from '../cases/binding-view.tsx';
import { Side, Sides } from '../cases/sides.tsx';
import classes from './example.module.css';

/** Values shown here on each side of the example; the Examples tab has them all. */
const FIRST_VALUES = 3;

/** The first example, as large as the column: what goes in at the left, what came out at the right. */
export function FirstExample({ pkg }: { pkg: Package }) {
  const [example] = pkg.examples;
  const findings = useFindings();
  if (!example) return null;
  const { name, description, inputs, outputs } = example;
  const own = findings.filter(({ binding }) => binding?.of === 'example' && binding.index === 0);
  const side = (
    at: BindingPlace['side'],
    label: string,
    bindings: readonly Binding[],
    specs: readonly TensorSpec[],
  ) => (
    <Side label={label}>
      {bindings.length === 0 && <p className={classes.note}>No {label.toLowerCase()}</p>}
      {bindings.slice(0, FIRST_VALUES).map((binding) => (
        <BindingView
          key={binding.name}
          part={label.slice(0, -1)}
          binding={binding}
          spec={specs.find((spec) => spec.name === binding.name)}
          findings={own.filter(({ binding: of }) => of?.side === at && of.name === binding.name)}
        />
      ))}
      {bindings.length > FIRST_VALUES && (
        <p className={classes.note}>and {formatNumberOf(bindings.length - FIRST_VALUES, 'more value')}</p>
      )}
    </Side>
  );
  const count = pkg.examples.length;
  return (
    <Section title="Example">
      {(name?.trim() || description?.trim()) && (
        <div className={classes.lead}>
          {name?.trim() && (
            <p className={classes.name}>
              <NameText>{name}</NameText>
            </p>
          )}
          {description?.trim() && (
            <p className={classes.description}>
              <ProseText>{description}</ProseText>
            </p>
          )}
        </div>
      )}
      <WithPictureRole role={caseTitle('example', 0, name)}>
        <Card rows>
          <Sides
            inputs={side('input', 'Inputs', inputs, pkg.inputs)}
            outputs={side('output', 'Sample outputs', outputs, pkg.outputs)}
          />
        </Card>
      </WithPictureRole>
      <MoreLink className={classes.more ?? ''} to={{ tab: 'examples', item: '1' }}>
        {count === 1 ? 'Open in Examples' : `All ${formatCount(count)} examples`}
      </MoreLink>
    </Section>
  );
}
