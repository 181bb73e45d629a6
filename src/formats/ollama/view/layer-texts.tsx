import { useMemo } from 'react';
import { capitalized, visibleText } from '../../../base/text.ts';
import type { Language } from '../../../model/file/language.ts';
import { CodeView } from '../../../widgets/code-view/code-view.tsx';
import { CopyButton } from '../../../widgets/copy-button.tsx';
import { readJson } from '../../../widgets/json-tree/json-value.ts';
import { lateView } from '../../../widgets/loading/late-view.tsx';
import { ReadingPart } from '../../../widgets/loading/load-together.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
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
    const seen = new Set<string>();
    return model.layers.flatMap((layer) => {
      const { sha256 = '', label, name } = layer;
      const text = layer.kind === kind ? byHash.get(sha256) : undefined;
      // Templates are told apart by their names, other texts only by their content.
      const key = `${label} ${kind === 'template' ? (name ?? '') : ''} ${sha256}`;
      if (text === undefined || seen.has(key)) return [];
      seen.add(key);
      const isTemplate = kind === 'template';
      return [{ key, text, as, label, name: isTemplate ? name : undefined, note: isTemplate ? layer.note : undefined }];
    });
  });
  return found.slice(0, MAX_TEXTS).map(({ key, ...text }) => <LayerText key={key} {...text} />);
}

interface Props {
  /** What the layer is. */
  label: string;
  /** The name of a template. */
  name: string | undefined;
  /** What Ollama makes of it. */
  note: string | undefined;
  text: string;
  as: 'json' | Language | 'text';
}

function LayerText({ label, name, note, text, as }: Props) {
  const json = useMemo(() => (as === 'json' ? readJson(text) : undefined), [as, text]);
  const title = (
    <>
      {label}
      {name !== undefined && (
        <>
          {' '}
          <NameText>{name}</NameText>
        </>
      )}
    </>
  );
  const called = name === undefined ? label : `${label} ${visibleText(name)}`;
  const copy = called.charAt(0).toLowerCase() + called.slice(1);
  return (
    <Section title={title} aside={<CopyButton value={text} label={`Copy ${copy}`} kind="text" />}>
      {note !== undefined && <p className={classes.note}>{capitalized(note)}.</p>}
      {text === '' ? (
        <p className={classes.empty}>It is empty.</p>
      ) : json && 'value' in json ? (
        <JsonTree value={json.value} label={`${called} as JSON`} />
      ) : (
        <CodeView compact text={text} language={as === 'text' ? undefined : as} name={called} />
      )}
    </Section>
  );
}
