import { formatBytes, formatCount } from '../../../base/amounts.ts';
import { useHashStates, useOpenPackage } from '../../../state/hooks.ts';
import { Card } from '../../../widgets/card.tsx';
import { useFirst } from '../../../widgets/first.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { Section } from '../../../widgets/section.tsx';
import { ToneIcon } from '../../../widgets/severity.tsx';
import type { ShownModel } from '../core/own.ts';
import { modelState } from './model-state.ts';
import classes from './model-table.module.css';

/** Models that are listed before a click. */
const FIRST_MODELS = 50;

const HEADS: readonly { title: string; className?: string | undefined }[] = [
  { title: 'Model' },
  { title: 'ID', className: classes.wide },
  { title: 'Alone', className: classes.size },
  { title: 'Shared', className: classes.size },
  { title: 'State' },
];

interface Props {
  models: readonly ShownModel[];
  chosen: ShownModel | undefined;
  onChoose(model: ShownModel): void;
}

/** Every model of a store. Choosing one shows its layers below. */
export function ModelTable({ models, chosen, onChoose }: Props) {
  const { files } = useOpenPackage();
  const stateOf = useHashStates();
  const [shown, more] = useFirst(models, FIRST_MODELS, `Show all ${formatCount(models.length)}`);
  return (
    <Section title="Models" aside="Choose one to see its layers">
      <Card className={classes.card ?? ''}>
        <table className={classes.table} aria-label="Models">
          <thead>
            <tr>
              {HEADS.map(({ title, className }) => (
                <th key={title} scope="col" className={className}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((model) => {
              const { tone, word } = modelState(model, files, stateOf);
              return (
                <tr key={model.path} data-model={model.title} data-chosen={model === chosen || undefined}>
                  <th scope="row">
                    <button
                      type="button"
                      className={classes.choose}
                      aria-pressed={model === chosen}
                      onClick={() => onChoose(model)}
                    >
                      <NameText>{model.title}</NameText>
                    </button>
                  </th>
                  <td className={classes.wide}>
                    <code>{model.id}</code>
                  </td>
                  <td className={classes.size}>{formatBytes(model.aloneBytes)}</td>
                  <td className={classes.size}>{formatBytes(model.sharedBytes)}</td>
                  <td>
                    <span className={classes.state} data-tone={tone}>
                      <ToneIcon tone={tone} />
                      {word}
                    </span>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </Card>
      {more}
    </Section>
  );
}
