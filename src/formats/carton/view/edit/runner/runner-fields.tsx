import { memo } from 'react';
import { suggestionsFor } from '../../../../../widgets/form-suggest/suggestions.ts';
import { TextField } from '../../../../../widgets/form-text/text-field.tsx';
import { useEdit, useValue } from '../../../../draft-values.ts';
import { type Read, useCommittedText } from '../../../../form/committed-text.ts';
import { type FieldFindings, findingsOf } from '../../../../form/field-findings.ts';
import { aboutField } from '../../../../form/notes.tsx';
import { sameProps } from '../../../../form/same-props.ts';
import { setWhole } from '../../../core/edit/steps.ts';
import { describeVersionReq, parseVersionReq } from '../../../core/read/version-req.ts';
import { KNOWN_RUNNERS } from '../../../core/run/python-runner.ts';
import { FieldBox, type FieldProps, fieldsOf, TextRow, textOf } from '../field.tsx';
import { Options } from './options.tsx';

const RUNNERS = KNOWN_RUNNERS.map((value) => ({ value }));

/** All of them where one is typed whole, so that another can be chosen. */
const suggestRunners = (typed: string) => suggestionsFor(RUNNERS, KNOWN_RUNNERS.includes(typed) ? '' : typed);

/** The runner that loads the model, and its options. */
export const Runner = memo(function Runner({ findings }: { findings: FieldFindings }) {
  const runner = useValue('runner');
  const field = fieldsOf(runner, ['runner'], (path) => findingsOf(findings.fields, path));
  const name = field('runner_name');
  const runnerName = textOf(name.value);
  const version = field('required_framework_version');
  const read = typeof version.value === 'string' && version.value !== '' ? parseVersionReq(version.value) : undefined;
  return (
    <>
      <TextRow
        label="Runner name"
        {...name}
        findings={[...findingsOf(findings.fields, 'runner'), ...name.findings]}
        required
        mono
        suggest={suggestRunners}
      >
        {runnerName !== '' &&
          !KNOWN_RUNNERS.includes(runnerName) &&
          `Not a runner of the reference implementation, which has ${KNOWN_RUNNERS.join(', ')}.`}
      </TextRow>
      <TextRow label="Required framework version" {...version} required mono>
        {read?.ok && `Means ${describeVersionReq(read.req)}.`}
      </TextRow>
      <CompatVersion {...field('runner_compat_version')} />
      <Options value={field('opts').value} findings={findings} />
    </>
  );
});

/** Reads what the reference reads: an integer of 64 bits, from 0 (carton.toml, `runner_compat_version`). */
function readCompat(text: string): Read<bigint> {
  const trimmed = text.trim();
  if (!/^\d{1,19}$/.test(trimmed) || BigInt(trimmed) >= 2n ** 63n)
    return { ok: false, reason: 'It must be a non-negative whole number.' };
  return { ok: true, value: BigInt(trimmed) };
}

const CompatVersion = memo(function CompatVersion({ path, value, findings }: FieldProps) {
  const edit = useEdit();
  const typed = useCommittedText({
    label: 'Runner compat version',
    path,
    value,
    text: textOf(value),
    read: readCompat,
    onValue: (version, continues) =>
      edit((values) => setWhole(values, path, 'runner compat version', version, continues)),
  });
  return (
    <FieldBox path={path} findings={findings}>
      <TextField
        label="Runner compat version"
        mono
        inputMode="numeric"
        {...typed.input}
        {...aboutField({
          findings: typed.problem === undefined ? findings : [],
          problem: typed.said,
          children: 'A version of the content of model/. The runner compares it with its own.',
        })}
      />
    </FieldBox>
  );
}, sameProps);
