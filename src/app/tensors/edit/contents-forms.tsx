import { Button, NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import type { TensorInfo } from '../../../model/package.ts';
import { useActions, useWords, useWork } from '../../../state/hooks.ts';
import type { TensorContents } from '../../../tensor/contents/contents.ts';
import type { ReadContents } from '../../../tensor/contents/preview.ts';
import { isDecodedDtype } from '../../../tensor/dtype.ts';
import { shapeText } from '../../../tensor/shape.ts';
import { DialogActions } from '../../../widgets/dialog-actions.tsx';
import { ErrorNote } from '../../../widgets/error-note.tsx';
import { type JobOptions, useJob } from '../../../widgets/loading/job.ts';
import { LoadingView, RunningJob } from '../../../widgets/loading/loading-view.tsx';
import { NameText, visibleText } from '../../../widgets/name-text.tsx';
import { firstLine } from '../../../widgets/tensor/tensor-first.ts';
import classes from './contents-form.module.css';
import { ConversionChoice, type Convert } from './conversion-choice.tsx';

interface CastProps {
  info: TensorInfo;
  /** The types that the format has. */
  dtypes: readonly string[];
  onAnswer(contents?: TensorContents): void;
}

/** Asks for another type of a tensor, and says what each value becomes before anything is changed. */
export function CastForm({ info, dtypes, onAnswer }: CastProps) {
  const { tensorContents } = useActions();
  const { one } = useWords();
  const { name, dtype: now } = info;
  const [dtype, setDtype] = useState('');
  const read = useWork(useMemo(() => (options: JobOptions) => tensorContents(name, options), [tensorContents, name]));
  const declared = useMemo(() => ({ dtype }), [dtype]);
  return (
    <MakingForm button="Convert" onAnswer={onAnswer}>
      {(onChoice) => (
        <>
          <NativeSelect
            label="New type"
            description={`It is ${now} now. The shape stays. A ${one} has only the types in this list.`}
            data-autofocus
            value={dtype}
            data={[{ value: '', label: 'Choose…', disabled: true }, ...dtypes.filter((each) => each !== now)]}
            onChange={(event) => {
              onChoice(undefined);
              setDtype(event.currentTarget.value);
            }}
          />
          {dtype !== '' && (
            <LoadingView of={read} what="the values">
              {({ contents }) => (
                <ConversionChoice
                  key={dtype}
                  contents={contents}
                  declared={declared}
                  takesAll={false}
                  onChoice={onChoice}
                />
              )}
            </LoadingView>
          )}
        </>
      )}
    </MakingForm>
  );
}

interface FileProps extends CastProps {
  file: File;
}

/** Shows the values in a file, asks which and how they are taken, and then gives them to a tensor. */
export function ReplaceForm({ info, dtypes, file, onAnswer }: FileProps) {
  const { readValues } = useActions();
  const [key, setKey] = useState<string>();
  const { dtype, shape, inner } = info;
  const declared = useMemo(() => (inner ? { dtype: 'nested' } : { dtype, shape }), [dtype, shape, inner]);
  const read = useWork(
    useMemo(
      () => (options: JobOptions) =>
        readValues({ file, name: file.name, declared, ...(key !== undefined && { key }) }, options),
      [readValues, file, declared, key],
    ),
  );
  return (
    <MakingForm button="Replace" onAnswer={onAnswer}>
      {(onChoice) => (
        <LoadingView of={read} what={visibleText(file.name)}>
          {({ choices, key: found, chosen }) => (
            <>
              {choices.length > 1 && (
                <NativeSelect
                  label="Values"
                  description={`${visibleText(file.name)} has ${formatNumberOf(choices.length, 'choice')}.`}
                  value={found ?? ''}
                  data={[
                    ...(found === undefined ? [{ value: '', label: 'Choose…', disabled: true }] : []),
                    ...choices.map((choice) => ({
                      value: choice.key,
                      label: `${visibleText(choice.label)}: ${choice.dtype} ${shapeText(choice.shape)}`,
                    })),
                  ]}
                  onChange={(event) => {
                    onChoice(undefined);
                    setKey(event.currentTarget.value);
                  }}
                />
              )}
              {choices
                .find((choice) => choice.key === found)
                ?.notes.map((note) => (
                  <p key={note} className={classes.quiet}>
                    {visibleText(note)}
                  </p>
                ))}
              {chosen && (
                <>
                  <Preview of={chosen} info={info} />
                  <ConversionChoice
                    key={found}
                    contents={chosen.contents}
                    declared={declared}
                    takesAll={chosen.contents.dtype === 'nested' || dtypes.includes(chosen.contents.dtype)}
                    onChoice={onChoice}
                  />
                </>
              )}
            </>
          )}
        </LoadingView>
      )}
    </MakingForm>
  );
}

/** What the values are, and what the tensor was before. */
function Preview({ of: { preview }, info }: { of: ReadContents; info: TensorInfo }) {
  const { dtype, shape, first, count, inner } = preview;
  const line = isDecodedDtype(dtype) ? firstLine(dtype, first, BigInt(count)) : '';
  return (
    <div>
      <p className={classes.quiet}>
        {inner ? `${formatCount(inner.length)} tensors` : `${dtype} ${shapeText(shape)}`}, in place of{' '}
        {info.inner ? 'a nested tensor' : `${info.dtype} ${shapeText(info.shape)}`}
      </p>
      {line !== '' && (
        <p className={classes.values}>
          <NameText>{line}</NameText>
        </p>
      )}
    </div>
  );
}

interface MakingProps {
  button: string;
  /** The fields. They say what is chosen; undefined while nothing is. */
  children(onChoice: (convert: Convert | undefined) => void): React.ReactNode;
  onAnswer(contents?: TensorContents): void;
}

/** A form whose answer takes a moment to make. */
function MakingForm({ button, children, onAnswer }: MakingProps) {
  const [convert, setConvert] = useState<{ convert: Convert }>();
  const { state, run, cancel } = useJob();
  const [onChoice] = useState(() => (next: Convert | undefined) => setConvert(next && { convert: next }));
  const isRunning = state.status === 'running';
  const make = () =>
    void run(async (options) => {
      const contents = await convert?.convert(options);
      if (contents && !options.signal.aborted) onAnswer(contents);
    });
  return (
    <div className={classes.stack}>
      {children(onChoice)}
      {isRunning && <RunningJob what="Converting" progress={state.progress} onCancel={undefined} />}
      {state.status === 'failed' && <ErrorNote error={state.error} />}
      <DialogActions
        onCancel={() => {
          cancel();
          onAnswer();
        }}
      >
        <Button variant="filled" disabled={!convert || isRunning} onClick={make}>
          {button}
        </Button>
      </DialogActions>
    </div>
  );
}
