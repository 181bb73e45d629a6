import { Radio } from '@mantine/core';
import { useEffect, useMemo, useState } from 'react';
import { useActions, useWork } from '../../../state/hooks.ts';
import type { FlatContents, TensorContents } from '../../../tensor/contents/contents.ts';
import type { Declared, FitOption } from '../../../tensor/contents/fit.ts';
import { shapeText } from '../../../tensor/shape.ts';
import type { JobOptions } from '../../../widgets/loading/job.ts';
import { LoadingView } from '../../../widgets/loading/loading-view.tsx';
import { visibleText } from '../../../widgets/name-text.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import { optionText } from '../../../widgets/values/value-question.tsx';
import classes from './contents-form.module.css';

/** Makes the chosen conversion. */
export type Convert = (options: JobOptions) => Promise<TensorContents>;

interface Props {
  contents: TensorContents;
  declared: Declared;
  /** Whether elements can be taken as they are. */
  takesAll: boolean;
  /** What is chosen, once it can be made. Keep it stable. */
  onChoice(convert: Convert | undefined): void;
}

/** The ways in which elements become what is declared, each with all that it does not keep. One of them is chosen. */
export function ConversionChoice({ contents, declared, takesAll, onChoice }: Props) {
  const { fitContents } = useActions();
  const work = useMemo(
    () => (options: JobOptions) => fitContents({ contents, declared }, options),
    [fitContents, contents, declared],
  );
  const found = useWork(work);
  return (
    <LoadingView of={found} what="the values">
      {(fit) => {
        if (fit.kind === 'misfit' && !takesAll) return <ToneLine tone="error">{visibleText(fit.message)}</ToneLine>;
        const options = fit.kind === 'converts' ? fit.options : NO_OPTIONS;
        const isAsIs = takesAll || fit.kind === 'fits';
        return <Choice contents={contents} options={options} isAsIs={isAsIs} onChoice={onChoice} />;
      }}
    </LoadingView>
  );
}

const NO_OPTIONS: readonly FitOption[] = [];

interface ChoiceProps extends Pick<Props, 'contents' | 'onChoice'> {
  options: readonly FitOption[];
  isAsIs: boolean;
}

function Choice({ contents, options, isAsIs, onChoice }: ChoiceProps) {
  const { convertContents } = useActions();
  const [chosen, setChosen] = useState(isAsIs ? AS_IS : '0');
  useEffect(() => {
    const option = options[Number(chosen)];
    onChoice(async (work) => {
      if (!option) return contents;
      const conversions = option.conversions.map(({ conversion }) => conversion);
      return (await convertContents({ contents: contents as FlatContents, conversions }, work)).contents;
    });
  }, [chosen, options, contents, convertContents, onChoice]);
  if (isAsIs && options.length === 0) return null;
  return (
    <Radio.Group aria-label="How it is taken" value={chosen} onChange={setChosen} className={classes.ways}>
      {isAsIs && <Radio value={AS_IS} label={`As it is: ${typeText(contents)}`} />}
      {options.map((option, at) => (
        <Way key={optionText(option)} value={String(at)} option={option} />
      ))}
    </Radio.Group>
  );
}

const AS_IS = 'as-is';

function Way({ value, option }: { value: string; option: FitOption }) {
  const losses = option.conversions.flatMap((each) => each.losses);
  return (
    <div>
      <Radio value={value} label={visibleText(optionText(option))} />
      <div className={classes.losses}>
        {losses.length === 0 ? (
          <ToneLine tone="ok">Every value stays the same.</ToneLine>
        ) : (
          losses.map(({ words }) => (
            <ToneLine key={words} tone="warning">
              It {visibleText(words)}.
            </ToneLine>
          ))
        )}
      </div>
    </div>
  );
}

function typeText(contents: TensorContents): string {
  return contents.dtype === 'nested'
    ? `nested, of ${contents.inner.length}`
    : `${contents.dtype} ${shapeText(contents.shape)}`;
}
