import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatBytes, formatCount } from '../../../base/amounts.ts';
import { useHashStates, useOpenPackage } from '../../../state/hooks.ts';
import { Card } from '../../../widgets/card.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { Section } from '../../../widgets/section.tsx';
import { ToneIcon } from '../../../widgets/severity.tsx';
import type { ShownModel } from '../core/own.ts';
import { modelState } from './model-state.ts';
import classes from './model-table.module.css';

/** Models that are listed before a click. */
const FIRST_MODELS = 50;

interface Props {
  models: readonly ShownModel[];
  chosen: ShownModel | undefined;
  onChoose(model: ShownModel): void;
}

/** Every model of a store. Choosing one shows its layers below. */
export function ModelTable({ models, chosen, onChoose }: Props) {
  const { files } = useOpenPackage();
  const stateOf = useHashStates();
  const [limit, setLimit] = useState(FIRST_MODELS);
  return (
    <Section title="Models" aside="Choose one to see its layers">
      <Card className={classes.card ?? ''}>
        <table className={classes.table} aria-label="Models">
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col" className={classes.wide}>
                ID
              </th>
              <th scope="col" className={classes.size}>
                Alone
              </th>
              <th scope="col" className={classes.size}>
                Shared
              </th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {models.slice(0, limit).map((model) => {
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
      {models.length > limit && (
        <Button mt={8} size="compact-sm" onClick={() => setLimit(models.length)}>
          Show all {formatCount(models.length)}
        </Button>
      )}
    </Section>
  );
}
