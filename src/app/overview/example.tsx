import { Anchor } from '@mantine/core';
import type { Finding } from '../../base/findings.ts';
import type { Binding, Package } from '../../model/package.ts';
import { caseTitle } from '../../model/tensor/tensor-use.ts';
import { useFindings } from '../../state/hooks.ts';
import { formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { Card } from '../../widgets/card.tsx';
import { WithPictureRole } from '../../widgets/lightbox/picture-role.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { usePlaceHref } from '../../widgets/place-href.ts';
import { SectionHeading } from '../../widgets/section-heading.tsx';
import { ProseText } from '../../widgets/tensor/spec-prose.tsx';
import { Side, Sides } from '../cases/sides.tsx';
import classes from './example.module.css';
import { ExampleValue } from './example-value.tsx';

/** Values shown here on each side of the example; the Examples tab has them all. */
const FIRST_VALUES = 3;

/** The first example, as large as the column: what goes in at the left, what came out at the right. */
export function FirstExample({ pkg }: { pkg: Package }) {
  const placeHref = usePlaceHref();
  const [example] = pkg.examples;
  const findings = useFindings();
  if (!example) return null;
  const { name, description, inputs, outputs } = example;
  const own = findings.filter(({ binding }) => binding?.of === 'example' && binding.index === 0);
  const count = pkg.examples.length;
  const isNamed = Boolean(name?.trim());
  const isDescribed = Boolean(description?.trim());
  return (
    <section aria-labelledby="first-example">
      <SectionHeading id="first-example">Example</SectionHeading>
      {(isNamed || isDescribed) && (
        <div className={classes.lead}>
          {isNamed && (
            <p className={classes.name}>
              <NameText>{name as string}</NameText>
            </p>
          )}
          {isDescribed && (
            <p className={classes.description}>
              <ProseText>{description as string}</ProseText>
            </p>
          )}
        </div>
      )}
      <WithPictureRole role={caseTitle('example', 0, name)}>
        <Card rows>
          <Sides
            inputs={
              <Values
                label="Inputs"
                part="Input"
                bindings={inputs}
                specs={pkg.inputs}
                findings={own.filter(({ binding }) => binding?.side === 'input')}
              />
            }
            outputs={
              <Values
                label="Sample outputs"
                part="Sample output"
                bindings={outputs}
                specs={pkg.outputs}
                findings={own.filter(({ binding }) => binding?.side === 'output')}
              />
            }
          />
        </Card>
      </WithPictureRole>
      <p className={classes.more}>
        <Anchor inherit href={placeHref({ tab: 'examples', item: '1' })}>
          {count === 1 ? 'Open in Examples' : `All ${formatCount(count)} examples`}
        </Anchor>
      </p>
    </section>
  );
}

interface ValuesProps {
  /** For those who do not see which side it is. */
  label: string;
  /** What each value is, before its name. */
  part: string;
  bindings: readonly Binding[];
  specs: Package['inputs'];
  /** Those about values of this side. */
  findings: readonly Finding[];
}

function Values({ label, part, bindings, specs, findings }: ValuesProps) {
  const left = bindings.length - FIRST_VALUES;
  return (
    <Side label={label}>
      {bindings.length === 0 && <p className={classes.note}>No {label.toLowerCase()}</p>}
      {bindings.slice(0, FIRST_VALUES).map((binding) => (
        <ExampleValue
          key={binding.name}
          part={part}
          binding={binding}
          spec={specs.find((spec) => spec.name === binding.name)}
          findings={findings.filter(({ binding: at }) => at?.name === binding.name)}
        />
      ))}
      {left > 0 && <p className={classes.note}>and {formatNumberOf(left, 'more value')}</p>}
    </Side>
  );
}
