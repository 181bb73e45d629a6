import { memo } from 'react';
import { type FieldValue, isTable } from '../../../../model/field.ts';
import { SuggestInput } from '../../../../widgets/form-suggest/suggest-input.tsx';
import { suggestionsFor } from '../../../../widgets/form-suggest/suggestions.ts';
import { TextField } from '../../../../widgets/form-text/text-field.tsx';
import { KNOWN_RUNNERS } from '../../core/python-runner.ts';
import { setText, setWhole } from '../../core/steps.ts';
import { describeVersionReq, parseVersionReq } from '../../core/version-req.ts';
import type { FieldFindings } from './field-findings.ts';
import { Fixes } from './fixes.tsx';
import { aboutField } from './notes.tsx';
import { Options } from './options.tsx';
import { sameProps } from './same-props.ts';
import { TextRow, textOf } from './text-row.tsx';
import { type Read, useTyped } from './typed.ts';
import { useEdit } from './use-edit.ts';
import { useValue } from './values.ts';

const NONE: never[] = [];

const RUNNERS = KNOWN_RUNNERS.map((value) => ({ value }));

const NAME_PATH = ['runner', 'runner_name'];
const VERSION_PATH = ['runner', 'required_framework_version'];
const COMPAT_PATH = ['runner', 'runner_compat_version'];

/** The runner that loads the model, and its options. */
export const Runner = memo(function Runner({ findings }: { findings: FieldFindings }) {
  const runner = useValue('runner');
  const fields = isTable(runner) ? runner : {};
  const of = (field: string) => findings.fields.get(`runner.${field}`) ?? NONE;
  const version = fields.required_framework_version;
  const read = typeof version === 'string' && version !== '' ? parseVersionReq(version) : undefined;
  return (
    <>
      <RunnerName
        value={fields.runner_name}
        findings={[...(findings.fields.get('runner') ?? NONE), ...of('runner_name')]}
      />
      <TextRow
        label="Required framework version"
        path={VERSION_PATH}
        what="required framework version"
        value={version}
        findings={of('required_framework_version')}
        required
        mono
      >
        {read?.ok ? `Means ${describeVersionReq(read.req)}.` : undefined}
      </TextRow>
      <CompatVersion value={fields.runner_compat_version} findings={of('runner_compat_version')} />
      <Options value={fields.opts} findings={findings} />
    </>
  );
});

interface FieldProps {
  value: FieldValue | undefined;
  findings: Parameters<typeof aboutField>[0]['findings'];
}

const RunnerName = memo(function RunnerName({ value, findings }: FieldProps) {
  const edit = useEdit();
  const text = textOf(value);
  const change = (typed: string) => edit((values) => setText(values, NAME_PATH, 'runner name', typed, true));
  return (
    <div data-field="runner.runner_name">
      <SuggestInput
        label="Runner name"
        mono
        value={text}
        suggest={(query) => suggestionsFor(RUNNERS, KNOWN_RUNNERS.includes(query) ? '' : query)}
        onText={change}
        onPick={change}
        {...aboutField({
          findings,
          text,
          children:
            text === '' || KNOWN_RUNNERS.includes(text)
              ? undefined
              : `Not a runner of the reference implementation, which has ${KNOWN_RUNNERS.join(', ')}.`,
        })}
      />
      <Fixes findings={findings} />
    </div>
  );
}, sameProps);

/** Reads what the reference reads: an integer of 64 bits, from 0 (carton.toml, `runner_compat_version`). */
function readCompat(text: string): Read<bigint> {
  const trimmed = text.trim();
  if (!/^\d{1,19}$/.test(trimmed) || BigInt(trimmed) >= 2n ** 63n)
    return { ok: false, reason: 'It must be a whole number of 0 or more.' };
  return { ok: true, value: BigInt(trimmed) };
}

const CompatVersion = memo(function CompatVersion({ value, findings }: FieldProps) {
  const edit = useEdit();
  const typed = useTyped({
    label: 'Runner compat version',
    path: COMPAT_PATH,
    value,
    text: textOf(value),
    read: readCompat,
    onValue: (version, continues) =>
      edit((values) => setWhole(values, COMPAT_PATH, 'runner compat version', version, continues)),
  });
  return (
    <div data-field="runner.runner_compat_version">
      <TextField
        label="Runner compat version"
        mono
        inputMode="numeric"
        value={typed.text}
        {...typed.input}
        {...aboutField({
          findings: typed.problem === undefined ? findings : NONE,
          problem: typed.said,
          children: 'A version of the content of model/. The runner compares it with its own.',
        })}
      />
      <Fixes findings={findings} />
    </div>
  );
}, sameProps);
