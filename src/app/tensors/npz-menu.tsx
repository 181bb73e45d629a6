import { ActionIcon, Menu } from '@mantine/core';
import { IconFileExport } from '@tabler/icons-react';
import { formatBytes, formatNumberOf } from '../../base/amounts.ts';
import type { TensorInfo } from '../../model/package.ts';
import { tensorElements } from '../../model/tensor/tensor-size.ts';
import { valueDtype } from '../../model/tensor/value-dtype.ts';
import { useActions, useOpenPackage } from '../../state/hooks.ts';
import { dataBytes } from '../../tensor/dtype.ts';
import { isNpyDtype } from '../../tensor/npy.ts';
import { useFindAction } from '../find/action.ts';
import type { ExportJob } from './export-job.tsx';

interface Props {
  /** Those that are listed. */
  tensors: readonly TensorInfo[];
  /** Those of them that the filter finds. Undefined without a filter. */
  found: (() => readonly TensorInfo[]) | undefined;
  exported: ExportJob;
  className: string | undefined;
}

/** Saves several tensors as one .npz file: those that are listed, or those that the filter finds. */
export function NpzMenu({ tensors, found, exported, className }: Props) {
  const { name } = useOpenPackage();
  const { exportNpz } = useActions();
  const listed = () => found?.() ?? tensors;
  const save = (some: readonly TensorInfo[]) => {
    const { names, bytes } = savableOf(some);
    if (names.length === 0) return;
    exported.save({ name: `${name}.npz`, bytes, write: (options) => exportNpz(names, options) });
  };
  useFindAction({
    name: 'Export as .npz…',
    also: 'download save numpy tensors all',
    Icon: IconFileExport,
    run: () => save(listed()),
  });
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon size="lg" className={className ?? ''} aria-label="Export tensors">
          <IconFileExport size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <NpzItem of={listed} onSave={save} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface ItemProps {
  /** Rendering the menu asks for them: filtering 100,000 with each letter takes longer than the letter may. */
  of(): readonly TensorInfo[];
  onSave(tensors: readonly TensorInfo[]): void;
}

function NpzItem({ of, onSave }: ItemProps) {
  const tensors = of();
  const { names, bytes } = savableOf(tensors);
  const left = tensors.length - names.length;
  return (
    <>
      <Menu.Label>
        {names.length === 0
          ? 'NumPy has none of these types'
          : `${formatNumberOf(names.length, 'tensor')}, ${formatBytes(bytes)}`}
        {names.length > 0 && left > 0 && `. Left out: ${formatNumberOf(left, 'tensor')} that NumPy cannot hold`}
      </Menu.Label>
      <Menu.Item disabled={names.length === 0} onClick={() => onSave(tensors)}>
        Export as .npz…
      </Menu.Item>
    </>
  );
}

/** The tensors that an .npz can hold, and their bytes. */
function savableOf(tensors: readonly TensorInfo[]): { names: string[]; bytes: number } {
  const names: string[] = [];
  let bytes = 0n;
  for (const info of tensors) {
    const dtype = valueDtype(info);
    const count = tensorElements(info);
    if (info.problem !== undefined || info.inner || count === undefined || !isNpyDtype(dtype)) continue;
    names.push(info.name);
    bytes += dataBytes(dtype, count) ?? 0n;
  }
  return { names, bytes: Number(bytes) };
}
