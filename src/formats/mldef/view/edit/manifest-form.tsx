import { useMemo } from 'react';
import type { Finding } from '../../../../base/findings.ts';
import { useApp } from '../../../../state/hooks.ts';
import { useValue } from '../../../draft-values.ts';
import { errorsBySection, type FieldFindings, findingsOf, groupFindings } from '../../../form/field-findings.ts';
import { FormSections } from '../../../form/form-sections.tsx';
import { FindingTexts } from '../../../form/notes.tsx';
import { fieldsOf } from '../../core/fields.ts';
import { SECTION_KINDS, type SectionKind } from '../../core/manifest.ts';
import { MANIFEST } from '../../core/paths.ts';
import { SectionField } from './section-field.tsx';
import { SectionList } from './section-list.tsx';

/** What the form calls each kind of section, and its part of the address. */
const SECTIONS: Readonly<Record<SectionKind, { id: string; label: string }>> = {
  model: { id: 'model', label: 'Model' },
  dataFile: { id: 'data-files', label: 'Data files' },
  nodeRange: { id: 'node-ranges', label: 'Node ranges' },
  layer: { id: 'layers', label: 'Layers' },
};

/** The fields of the manifest. */
export function ManifestForm({ item }: { item: string | undefined }) {
  const findings = useFieldFindings();
  const errors = useMemo(() => errorsBySection(findings, (key) => key), [findings]);
  return (
    <FormSections
      item={item}
      lead={<FindingTexts findings={findings.others} />}
      sections={SECTION_KINDS.map((kind) => ({
        ...SECTIONS[kind],
        errors: errors.get(kind) ?? 0,
        content:
          kind === 'model' ? (
            <ModelFields findings={findings} />
          ) : (
            <SectionList kind={kind} label={SECTIONS[kind].label} findings={findings} />
          ),
      }))}
    />
  );
}

const NONE: readonly Finding[] = [];

/** The draft's findings about the manifest, by the sections and fields that show them. */
function useFieldFindings(): FieldFindings {
  const findings = useApp((state) => state.draft?.shown.findings ?? NONE);
  return useMemo(
    () =>
      groupFindings(findings, ({ path, field, line }) => {
        // What has no line is about the file as a whole, such as its name.
        if (path !== MANIFEST || (field === undefined && line === undefined)) return undefined;
        if (field === undefined) return 'others';
        const [kind, index] = field.split('.');
        return kind === 'model' ? { field } : { item: `${kind}.${index}` };
      }),
    [findings],
  );
}

function ModelFields({ findings }: { findings: FieldFindings }) {
  const value = useValue('model');
  return (
    <>
      <FindingTexts findings={findingsOf(findings.fields, 'model')} />
      {fieldsOf('model').map(([key, field]) => (
        <SectionField
          key={key}
          path={['model', key]}
          field={field}
          section={value}
          findings={findingsOf(findings.fields, `model.${key}`)}
        />
      ))}
    </>
  );
}
