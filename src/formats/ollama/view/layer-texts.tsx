import { useMemo } from 'react';
import type { Language } from '../../../model/file/language.ts';
import { CodeView } from '../../../widgets/code-view/code-view.tsx';
import { CopyButton } from '../../../widgets/copy-button.tsx';
import { readJson } from '../../../widgets/json-tree/json-value.ts';
import { lateView } from '../../../widgets/loading/late-view.tsx';
import { ReadingPart } from '../../../widgets/loading/load-together.tsx';
import { Section } from '../../../widgets/section.tsx';
import type { OllamaOwn, ShownModel } from '../core/own.ts';
import classes from './layer-texts.module.css';

/** Loaded by itself, as the Files tab does: the build refuses a part that one of two loads at once. */
const JsonTree = lateView(
  async () => ({ default: (await import('../../../widgets/json-tree/json-tree.tsx')).JsonTree }),
  <ReadingPart />,
);

/** How the text of each kind of layer is shown, in this order. */
const SHOWN: ReadonlyMap<string, 'json' | Language | 'text'> = new Map([
  ['template', 'go-template'],
  ['system', 'text'],
  ['params', 'json'],
  ['messages', 'json'],
  ['license', 'text'],
  ['config', 'json'],
]);

/** Texts of one model that are shown. A real one has two licenses at most. */
const MAX_TEXTS = 20;

/** The texts of a model: template, system message, parameters, messages, licenses and configuration. */
export function LayerTexts({ model, texts }: { model: ShownModel; texts: OllamaOwn['texts'] }) {
  const byHash = useMemo(() => new Map(texts.map(({ sha256, text }) => [sha256, text])), [texts]);
  const found = [...SHOWN].flatMap(([kind, as]) => {
    const layers = model.layers.filter((layer) => layer.kind === kind);
    const hashes = [...new Set(layers.flatMap(({ sha256 }) => sha256 ?? []))];
    return hashes.flatMap((sha256) => {
      const text = byHash.get(sha256);
      return text === undefined ? [] : [{ sha256, text, as, label: layers[0]?.label ?? kind }];
    });
  });
  return found
    .slice(0, MAX_TEXTS)
    .map(({ sha256, text, as, label }) => <LayerText key={`${label} ${sha256}`} label={label} text={text} as={as} />);
}

interface Props {
  label: string;
  text: string;
  as: 'json' | Language | 'text';
}

function LayerText({ label, text, as }: Props) {
  const json = useMemo(() => (as === 'json' ? readJson(text) : undefined), [as, text]);
  return (
    <Section title={label} aside={<CopyButton value={text} label={`Copy ${label.toLowerCase()}`} kind="text" />}>
      {text === '' ? (
        <p className={classes.empty}>It is empty.</p>
      ) : json && 'value' in json ? (
        <JsonTree value={json.value} label={`${label} as JSON`} />
      ) : (
        <CodeView compact text={text} language={as === 'text' ? undefined : as} name={label} />
      )}
    </Section>
  );
}
