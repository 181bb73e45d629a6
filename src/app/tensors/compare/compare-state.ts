import { useCallback, useEffect, useRef, useState } from 'react';
import type { Package, TensorInfo } from '../../../model/package.ts';
import { valueDtype } from '../../../model/tensor/value-dtype.ts';
import type { CompareTarget } from '../../../state/compare-slice.ts';
import { useActions } from '../../../state/hooks.ts';
import { shapeRelation } from '../../../tensor/compare/shapes.ts';
import { isNumericDtype } from '../../../tensor/dtype.ts';
import { type Job, useJob } from '../../../widgets/loading/job.ts';

/** A package whose tensors can be chosen. Without a handle it is the one that is shown. */
export interface Beside {
  handle?: number | undefined;
  /** The name of its file. */
  name: string;
  tensors: readonly TensorInfo[];
}

/** The tensor that another one is compared with. */
export interface Chosen {
  target: CompareTarget;
  info: TensorInfo;
  /** The file of another package. */
  file?: string | undefined;
}

/** Files that are open beside the package that is shown. */
export interface BesideFiles {
  files: readonly Beside[];
  job: Job;
  /** Opens a file. Gives undefined where that fails, which `job` says, or is canceled. */
  open(file: File): Promise<Beside | undefined>;
}

/** Opens files beside the package that is shown, and closes them when the component goes away. */
export function useBesideFiles(): BesideFiles {
  const { openBeside, closeBeside } = useActions();
  const job = useJob();
  const [files, setFiles] = useState<readonly Beside[]>([]);
  const held = useRef<number[]>([]);
  useEffect(() => () => held.current.splice(0).forEach(closeBeside), [closeBeside]);
  const { run } = job;
  const open = useCallback(
    async (file: File) => {
      let opened: Beside | undefined;
      await run(async (options) => {
        const { handle, package: pkg } = await openBeside(file, options);
        if (options.signal.aborted) {
          closeBeside(handle);
          return;
        }
        held.current.push(handle);
        opened = { handle, name: file.name, tensors: comparable(pkg) };
        const found = opened;
        setFiles((before) => [...before, found]);
      });
      return opened;
    },
    [run, openBeside, closeBeside],
  );
  return { files, job, open };
}

/** The tensors that hold values of their own. */
export function comparable({ tensors }: Pick<Package, 'tensors'>): readonly TensorInfo[] {
  return tensors.filter(({ inner }) => !inner);
}

/** Whether tensors of this type can be compared with any others. */
export function isComparable(info: TensorInfo): boolean {
  const dtype = valueDtype(info);
  return info.problem === undefined && (isNumericDtype(dtype) || dtype === 'string');
}

/** Whether two tensors can be compared element by element, by their types and shapes. */
export function fits(a: TensorInfo, b: TensorInfo): boolean {
  return (
    isComparable(b) &&
    (valueDtype(a) === 'string') === (valueDtype(b) === 'string') &&
    shapeRelation(a.shape, b.shape) !== 'different'
  );
}

/** What a tensor is compared with, and whether the differences are shown in its place. */
export interface CompareState {
  chosen: Chosen | undefined;
  choose(chosen: Chosen | undefined): void;
  showsDifference: boolean;
  setShowsDifference(shows: boolean): void;
  beside: BesideFiles;
}

export function useCompareState(): CompareState {
  const [chosen, choose] = useState<Chosen>();
  const [showsDifference, setShowsDifference] = useState(false);
  return { chosen, choose, showsDifference, setShowsDifference, beside: useBesideFiles() };
}
