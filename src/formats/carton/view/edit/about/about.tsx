import { type ComponentType, memo } from 'react';
import { useValues } from '../../../../draft-values.ts';
import { type FieldFindings, findingsOf } from '../../../../form/field-findings.ts';
import { MAX_SHORT_DESCRIPTION } from '../../../core/read/carton-toml.ts';
import { fieldsOf, TextRow } from '../field.tsx';
import { Description } from './description.tsx';
import { License } from './license.tsx';
import { Platforms } from './platforms.tsx';

interface Props {
  findings: FieldFindings;
  Preview: ComponentType<{ markdown: string }>;
}

/** What the model is, and where it comes from. */
export const About = memo(function About({ findings, Preview }: Props) {
  const field = fieldsOf(useValues(), [], (path) => findingsOf(findings.fields, path));
  const short = field('short_description');
  // The format document counts Unicode scalar values; `length` of a string counts UTF-16 units.
  const length = typeof short.value === 'string' ? [...short.value].length : 0;
  return (
    <>
      <TextRow label="Model name" {...field('model_name')} />
      <TextRow label="Short description" {...short}>
        {length} of {MAX_SHORT_DESCRIPTION}
      </TextRow>
      <Description {...field('model_description')} Preview={Preview} />
      <License {...field('license')} />
      <TextRow label="Repository" {...field('repository')} inputMode="url">
        The URL of the code that packs the model.
      </TextRow>
      <TextRow label="Homepage" {...field('homepage')} inputMode="url" />
      <Platforms {...field('required_platforms')} />
    </>
  );
});
