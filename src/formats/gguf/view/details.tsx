import { useMemo } from 'react';
import { usePackage } from '../../../state/hooks.ts';
import { Section } from '../../../widgets/section.tsx';
import type { DetailsProps } from '../../view.ts';
import { type GgufOwn, isTemplate } from '../core/own.ts';
import { ChatTemplate } from './chat-template.tsx';
import { KEY_VALUES, KeyValues } from './key-values.tsx';
import { Snippets } from './snippets.tsx';

/** Templates that are shown by themselves. Real files have up to three. The table of key-values has all. */
const MAX_TEMPLATES = 10;

/** How to run the model, its chat templates, and all key-value pairs of the header. */
export function Details({ item }: DetailsProps) {
  const own = usePackage().own as GgufOwn;
  const templates = useMemo(() => own.keyValues.filter(isTemplate).slice(0, MAX_TEMPLATES), [own]);
  return (
    <>
      <Snippets />
      {templates.length > 0 && (
        <Section title={templates.length === 1 ? 'Chat template' : 'Chat templates'}>
          {templates.map((pair) => (
            <ChatTemplate key={pair.start} pair={pair} />
          ))}
        </Section>
      )}
      <KeyValues own={own} wanted={item === KEY_VALUES} />
    </>
  );
}
