import { useMemo } from 'react';
import { usePackage } from '../../../state/hooks.ts';
import { Section } from '../../../widgets/section.tsx';
import { type GgufOwn, isTemplate } from '../core/own.ts';
import { ChatTemplate } from './chat-template.tsx';
import { KeyValueTable } from './key-value-table.tsx';

/** Templates that are shown by themselves. Real files have up to three. The table of key-values has all. */
const MAX_TEMPLATES = 10;

/** The chat templates and all key-value pairs of the header. */
export function Details() {
  const own = usePackage().own as GgufOwn;
  const templates = useMemo(() => own.keyValues.filter(isTemplate).slice(0, MAX_TEMPLATES), [own]);
  return (
    <>
      {templates.length > 0 && (
        <Section title={templates.length === 1 ? 'Chat template' : 'Chat templates'}>
          {templates.map((pair) => (
            <ChatTemplate key={pair.start} pair={pair} />
          ))}
        </Section>
      )}
      <Section title="Key-values">
        <KeyValueTable own={own} />
      </Section>
    </>
  );
}
