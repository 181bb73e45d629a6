import { useMemo } from 'react';
import { usePackage } from '../../../state/hooks.ts';
import { SectionHeading } from '../../../widgets/section-heading.tsx';
import type { GgufOwn } from '../core/own.ts';
import { ChatTemplate, isTemplate } from './chat-template.tsx';
import { KeyValueTable } from './key-value-table.tsx';

/** The chat templates and all key-value pairs of the header. */
export function Details() {
  const own = usePackage().own as GgufOwn;
  const templates = useMemo(() => own.keyValues.filter(isTemplate), [own]);
  return (
    <>
      {templates.length > 0 && (
        <section aria-labelledby="chat-template">
          <SectionHeading id="chat-template">
            {templates.length === 1 ? 'Chat template' : 'Chat templates'}
          </SectionHeading>
          {templates.map((pair) => (
            <ChatTemplate key={pair.start} pair={pair} />
          ))}
        </section>
      )}
      <section aria-labelledby="key-values">
        <SectionHeading id="key-values">Key-values</SectionHeading>
        <KeyValueTable own={own} />
      </section>
    </>
  );
}
