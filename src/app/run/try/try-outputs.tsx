import type { ReactNode } from 'react';
import { formatCount } from '../../../base/amounts.ts';
import type { TensorSpec } from '../../../model/package.ts';
import type { RunOutputs } from '../../../model/run/run-session.ts';
import { type RunTensor, runTensorInfo } from '../../../model/run/run-thread.ts';
import { useActions } from '../../../state/hooks.ts';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { StringText } from '../../../widgets/tensor/string-text.tsx';
import { shortNumber, shortString } from '../../../widgets/tensor-grid/text.ts';
import { LinePlot } from '../../cases/line-plot.tsx';
import { OutputViews } from '../output-views.tsx';
import { SaveOutputs } from '../save-outputs.tsx';
import { figuresText } from '../self-test-run.tsx';
import { countOf, labelsIn, numbersOf } from './run-values.ts';
import { ScoreBars } from './score-bars.tsx';
import classes from './try-it.module.css';

/** Elements that are shown one by one, and of a text its characters. */
const FIRST_VALUES = 8;
const FIRST_STRINGS = 4;
const MAX_TEXT = 600;

/** Numbers that are scores, each with a bar, at most. */
const MAX_SCORES = 20;

/** Points of a line that is drawn here. */
const MAX_POINTS = 4096;

interface Props {
  result: RunOutputs;
  /** The outputs that the schema declares, in their order. */
  specs: readonly TensorSpec[];
  /** What else can be done with them. */
  children?: ReactNode;
}

/** What the model gave: scores as bars, lines as lines, texts large. */
export function TryOutputs({ result, specs, children }: Props) {
  const { openTried } = useActions();
  const { ms, memory } = result;
  const order = new Map(specs.map(({ name }, at) => [name, at]));
  const placeOf = ({ name }: RunTensor) => order.get(name) ?? specs.length;
  const outputs = result.outputs.toSorted((a, b) => placeOf(a) - placeOf(b));
  return (
    <>
      {outputs.map((output) => (
        <div key={output.name} className={classes.value} data-output={output.name}>
          <div className={classes.caption}>
            <NameText mono>{output.name}</NameText>{' '}
            <span className={classes.type}>
              {output.dtype}
              {output.shape.length > 0 && ` ${output.shape.join(' × ')}`}
            </span>
            <span className={classes.save}>
              <OutputViews info={runTensorInfo(output)} open={() => openTried(result)} />
              {outputs.length > 1 && (
                <SaveOutputs tensors={[runTensorInfo(output)]} open={() => openTried(result)} isBeside />
              )}
            </span>
          </div>
          <Output output={output} labels={labelsOf(output, outputs, specs)} />
        </div>
      ))}
      <div className={classes.foot}>
        <span className={classes.figures}>{figuresText(ms, memory)}</span>
        <SaveOutputs tensors={result.outputs.map(runTensorInfo)} open={() => openTried(result)} />
        {children}
      </div>
    </>
  );
}

/** What each element of an output is of: texts that came beside it, or words of its description. */
function labelsOf(output: RunTensor, outputs: readonly RunTensor[], specs: readonly TensorSpec[]) {
  const count = countOf(output);
  const texts = outputs.find((other) => other.dtype === 'string' && countOf(other) === count && count > 1);
  if (texts?.dtype === 'string') return texts.data;
  return labelsIn(specs.find(({ name }) => name === output.name)?.description, count);
}

function Output({ output, labels }: { output: RunTensor; labels: readonly string[] | undefined }) {
  const count = countOf(output);
  const more = (shown: number) =>
    count > shown && <span className={classes.type}>… {formatCount(count - shown)} more</span>;
  if (output.dtype === 'string')
    return (
      <div className={classes.texts}>
        {output.data.slice(0, FIRST_STRINGS).map((text, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an element is its position.
          <span key={at} data-value={text}>
            <StringText multiline>{shortString(text, MAX_TEXT)}</StringText>
          </span>
        ))}
        {more(FIRST_STRINGS)}
      </div>
    );
  const isLine = output.shape.filter((size) => size > 1).length === 1;
  const shown = count <= MAX_POINTS ? count : FIRST_VALUES;
  const bytes = (output.data.byteLength / Math.max(1, count)) * shown;
  const numbers = Array.from(numbersOf({ ...output, data: output.data.subarray(0, bytes) }), Number);
  if (isLine && count <= MAX_SCORES && numbers.every(Number.isFinite))
    return <ScoreBars values={numbers} labels={labels} />;
  if (isLine && count <= MAX_POINTS)
    return (
      <LinePlot
        label={`${visibleText(output.name)} as a line`}
        count={count}
        line={numbers.map((value, at) => [at, value])}
      />
    );
  return (
    <p className={classes.numbers}>
      {numbers.slice(0, FIRST_VALUES).map((value, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an element is its position.
        <span key={at} data-value={value}>
          {shortNumber(value)}
        </span>
      ))}
      {more(FIRST_VALUES)}
    </p>
  );
}
