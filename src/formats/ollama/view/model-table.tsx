import { useMemo } from 'react';
import { formatBytes } from '../../../base/amounts.ts';
import { useHashStates, useOpenPackage } from '../../../state/hooks.ts';
import type { DataColumn } from '../../../widgets/data-table/data-column.ts';
import { DataTable } from '../../../widgets/data-table/data-table.tsx';
import { nameColumn } from '../../../widgets/data-table/name-column.tsx';
import { Section } from '../../../widgets/section.tsx';
import { ToneLine } from '../../../widgets/severity.tsx';
import type { ShownModel } from '../core/own.ts';
import { modelState } from './model-state.ts';

interface Props {
  models: readonly ShownModel[];
  chosen: ShownModel | undefined;
  onChoose(model: ShownModel): void;
}

/** Every model of a store. Choosing one shows its layers below. */
export function ModelTable({ models, chosen, onChoose }: Props) {
  const { files } = useOpenPackage();
  const stateOf = useHashStates();
  const columns = useMemo((): DataColumn<ShownModel>[] => {
    const stateOfModel = (model: ShownModel) => modelState(model, files, stateOf);
    return [
      { ...nameColumn<ShownModel>('model', 'Model', ({ title }) => title), width: '36%' },
      { ...nameColumn<ShownModel>('id', 'ID', ({ id }) => id, { mono: true, narrow: 'hidden' }), width: '140px' },
      sizeColumn('alone', 'Alone', ({ aloneBytes }) => aloneBytes),
      { ...sizeColumn('shared', 'Shared', ({ sharedBytes }) => sharedBytes), narrow: 'hidden' },
      {
        id: 'state',
        header: 'State',
        narrow: 'end',
        value: (model) => stateOfModel(model).word,
        cell(model) {
          const { tone, word } = stateOfModel(model);
          return (
            <ToneLine as="span" tone={tone}>
              {word}
            </ToneLine>
          );
        },
      },
    ];
  }, [files, stateOf]);
  return (
    <Section title="Models" aside="Choose one to see its layers">
      <DataTable
        label="Models"
        columns={columns}
        rows={models}
        rowKey={({ path }) => path}
        rowAttributes={({ title }) => ({ 'data-model': title })}
        onSelect={onChoose}
        selectedKey={chosen?.path}
      />
    </Section>
  );
}

function sizeColumn(id: string, header: string, bytes: (model: ShownModel) => number): DataColumn<ShownModel> {
  return { id, header, numeric: true, width: '104px', value: bytes, cell: (model) => formatBytes(bytes(model)) };
}
