import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { BindingPlace, Finding } from '../../base/findings.ts';
import type { Binding } from '../../model/package.ts';
import { formatCount } from '../../widgets/byte-size.ts';
import { Card } from '../../widgets/card.tsx';
import { WithPictureRole } from '../../widgets/lightbox/picture-role.tsx';
import { useReading } from '../../widgets/loading/load-together.tsx';
import { useNear } from '../../widgets/loading/near.ts';
import { NameText } from '../../widgets/name-text.tsx';
import { ProseText } from '../../widgets/tensor/spec-prose.tsx';
import { BindingView } from './binding-view.tsx';
import classes from './case-view.module.css';
import { Side, Sides } from './sides.tsx';

/** Values listed on each side. A button shows the rest. */
const FIRST_VALUES = 24;

/** How near to the screen values begin to load. */
const AHEAD = 400;

export interface CaseSide {
  title: string;
  side: BindingPlace['side'];
  /** Undefined if a self-test compares nothing, as `none` then says. */
  bindings: readonly Binding[] | undefined;
  /** Shown if there are no bindings. */
  none: ReactNode;
  note?: ReactNode;
}

interface Props {
  id: string;
  /** "Example 1". */
  number: string;
  title: string;
  description: string | undefined;
  inputs: CaseSide;
  outputs: CaseSide;
  /** Those about this case, each with its `binding`. */
  findings: readonly Finding[];
  /** Whether the address names this case. It is then marked and scrolled into view. */
  chosen: boolean;
}

/** An example or self-test: inputs and outputs, side by side. Its values load when they come near the screen. */
export function CaseView({ id, number, title, description, inputs, outputs, findings, chosen }: Props) {
  const root = useRef<HTMLDivElement>(null);
  const { ref, isNear } = useNear(AHEAD);
  useEffect(() => {
    if (chosen) root.current?.scrollIntoView({ block: 'start' });
  }, [chosen]);
  // Until it is known whether its values are wanted.
  useReading(isNear === undefined);
  return (
    <Card as="article" rows ref={root} className={classes.root} aria-labelledby={id} data-chosen={chosen || undefined}>
      <div className={classes.head}>
        <div className={classes.names}>
          <h2 id={id} className={classes.title}>
            <NameText>{title}</NameText>
          </h2>
          {title === number ? null : <span className={classes.number}>{number}</span>}
        </div>
        {description?.trim() ? (
          <p className={classes.description}>
            <ProseText>{description}</ProseText>
          </p>
        ) : null}
      </div>
      <div ref={ref} className={classes.sides} data-waiting={!isNear || undefined}>
        {isNear && (
          <WithPictureRole role={title}>
            <Sides
              inputs={<SideView side={inputs} findings={findings} />}
              outputs={<SideView side={outputs} findings={findings} />}
            />
          </WithPictureRole>
        )}
      </div>
    </Card>
  );
}

function SideView({ side, findings }: { side: CaseSide; findings: readonly Finding[] }) {
  const [whole, setWhole] = useState(false);
  const bindings = side.bindings ?? [];
  const shown = whole ? bindings : bindings.slice(0, FIRST_VALUES);
  return (
    <Side>
      <div className={classes.caption}>
        <h3 className={classes.heading}>{side.title}</h3>
        {side.note && bindings.length > 0 ? <p className={classes.note}>{side.note}</p> : null}
      </div>
      {bindings.length === 0 ? <p className={classes.note}>{side.none}</p> : null}
      {shown.map((binding) => (
        <BindingView
          key={binding.name}
          binding={binding}
          findings={findings.filter(({ binding: at }) => at?.side === side.side && at.name === binding.name)}
        />
      ))}
      {shown.length < bindings.length && (
        <button type="button" className={classes.more} onClick={() => setWhole(true)}>
          Show all {formatCount(bindings.length)}
        </button>
      )}
    </Side>
  );
}
