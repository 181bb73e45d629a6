import { Button } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import type { TensorInfo } from '../../model/package.ts';
import { tensorElements } from '../../model/tensor/tensor-size.ts';
import { useActions } from '../../state/hooks.ts';
import type { OpenedOutputs } from '../../state/run-slice.ts';
import { dataBytes, isNumericDtype } from '../../tensor/dtype.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { ExportProgress, useExportJob } from '../tensors/export-job.tsx';
import classes from './save-outputs.module.css';

interface Props {
  tensors: readonly TensorInfo[];
  /** Opens them beside the package that is shown. */
  open(): Promise<Pick<OpenedOutputs, 'handle'>>;
  /** Beside the name of the one output: the button need not say it again. */
  isBeside?: boolean;
}

/** Takes what a model gave away: one output as .npy, several as .npz. */
export function SaveOutputs({ tensors, open, isBeside = false }: Props) {
  const { exportTensor, exportNpz } = useActions();
  const exported = useExportJob();
  const [first, ...others] = tensors;
  if (!first) return null;
  const isOne = others.length === 0;
  const bytes = tensors.reduce((sum, info) => {
    const { dtype } = info;
    return sum + (isNumericDtype(dtype) ? Number(dataBytes(dtype, tensorElements(info) ?? 0n)) : 0);
  }, 0);
  const stem = first.name.replaceAll('/', '_');
  const label = isOne ? `Save ${visibleText(first.name)} as .npy` : 'Save outputs as .npz';
  const save = () =>
    exported.save({
      name: isOne ? `${stem}.npy` : 'outputs.npz',
      bytes,
      async write(options) {
        const { handle } = await open();
        if (isOne) return exportTensor({ tensor: first.name, handle }, { kind: 'npy' }, options);
        return exportNpz(
          tensors.map(({ name }) => name),
          { ...options, handle },
        );
      },
    });
  return (
    <>
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<IconFileExport size={14} stroke={1.75} aria-hidden />}
        aria-label={label}
        onClick={save}
      >
        {isBeside ? '.npy' : label}
      </Button>
      <ExportProgress of={exported} className={classes.job} />
    </>
  );
}
