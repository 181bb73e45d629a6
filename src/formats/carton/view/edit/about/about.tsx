import { type ComponentType, memo } from 'react';
import { useValue } from '../../../../draft-values.ts';
import { MAX_SHORT_DESCRIPTION } from '../../../core/read/carton-toml.ts';
import { type FieldProps, TextRow } from '../field.tsx';
import { type FieldFindings, findingsOf } from '../field-findings.ts';
import { Description } from './description.tsx';
import { License } from './license.tsx';
import { Platforms } from './platforms.tsx';

interface Props {
  findings: FieldFindings;
  Preview: ComponentType<{ markdown: string }>;
}

/** What the model is, and where it comes from. */
export const About = memo(function About({ findings, Preview }: Props) {
  const name = useField(findings, 'model_name');
  const short = useField(findings, 'short_description');
  const description = useField(findings, 'model_description');
  const license = useField(findings, 'license');
  const repository = useField(findings, 'repository');
  const homepage = useField(findings, 'homepage');
  const platforms = useField(findings, 'required_platforms');
  // The format document counts Unicode scalar values; `length` of a string counts UTF-16 units.
  const length = typeof short.value === 'string' ? [...short.value].length : 0;
  return (
    <>
      <TextRow label="Model name" {...name} />
      <TextRow label="Short description" {...short}>
        {length} of {MAX_SHORT_DESCRIPTION}
      </TextRow>
      <Description {...description} Preview={Preview} />
      <License {...license} />
      <TextRow label="Repository" {...repository} inputMode="url">
        The URL of the code that packs the model.
      </TextRow>
      <TextRow label="Homepage" {...homepage} inputMode="url" />
      <Platforms {...platforms} />
    </>
  );
});

/** A field at the top of carton.toml. */
function useField({ fields }: FieldFindings, key: string): FieldProps {
  return { path: [key], value: useValue(key), findings: findingsOf(fields, key) };
}
