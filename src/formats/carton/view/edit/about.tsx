import { type ComponentType, memo } from 'react';
import { MAX_SHORT_DESCRIPTION } from '../../core/carton-toml.ts';
import { Description } from './description.tsx';
import type { FieldFindings } from './field-findings.ts';
import { License } from './license.tsx';
import { Platforms } from './platforms.tsx';
import { TextRow } from './text-row.tsx';
import { useValue } from './values.ts';

const NONE: never[] = [];

const PATHS = {
  name: ['model_name'],
  short: ['short_description'],
  repository: ['repository'],
  homepage: ['homepage'],
};

interface Props {
  findings: FieldFindings;
  Preview: ComponentType<{ markdown: string }>;
}

/** What the model is, and where it comes from. */
export const About = memo(function About({ findings, Preview }: Props) {
  const name = useValue('model_name');
  const short = useValue('short_description');
  const description = useValue('model_description');
  const license = useValue('license');
  const repository = useValue('repository');
  const homepage = useValue('homepage');
  const platforms = useValue('required_platforms');
  const of = (field: string) => findings.fields.get(field) ?? NONE;
  // The format document counts Unicode scalar values; `length` of a string counts UTF-16 units.
  const length = typeof short === 'string' ? [...short].length : 0;
  return (
    <>
      <TextRow label="Model name" path={PATHS.name} what="model name" value={name} findings={of('model_name')} />
      <TextRow
        label="Short description"
        path={PATHS.short}
        what="short description"
        value={short}
        findings={of('short_description')}
      >
        {length} of {MAX_SHORT_DESCRIPTION}
      </TextRow>
      <Description value={description} findings={of('model_description')} Preview={Preview} />
      <License value={license} findings={of('license')} />
      <TextRow
        label="Repository"
        path={PATHS.repository}
        what="repository"
        value={repository}
        findings={of('repository')}
        inputMode="url"
      >
        The URL of the code that packs the model.
      </TextRow>
      <TextRow
        label="Homepage"
        path={PATHS.homepage}
        what="homepage"
        value={homepage}
        findings={of('homepage')}
        inputMode="url"
      />
      <Platforms value={platforms} findings={of('required_platforms')} />
    </>
  );
});
