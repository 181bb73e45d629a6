import { formatBytes } from '../../../base/amounts.ts';
import { FactList, FactRow } from '../../../widgets/fact-list.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { Section } from '../../../widgets/section.tsx';
import type { ShownModel } from '../core/own.ts';

/** What the chosen model of several is. Of a single one, the page's own Facts say it. */
export function ModelFacts({ model: { title, full, id, listedBytes, facts } }: { model: ShownModel }) {
  return (
    <Section title={<NameText>{title}</NameText>}>
      <FactList>
        {full !== undefined && (
          <FactRow label="Name">
            <NameText>{full}</NameText>
          </FactRow>
        )}
        <FactRow label="ID">
          <code>{id}</code>
        </FactRow>
        <FactRow label="Size">{formatBytes(BigInt(listedBytes))}</FactRow>
        {facts.map(({ label, value }) => (
          <FactRow key={label} label={label}>
            <NameText>{value}</NameText>
          </FactRow>
        ))}
      </FactList>
    </Section>
  );
}
