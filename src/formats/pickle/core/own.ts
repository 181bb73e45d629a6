import type { TorchStorage } from './torch-tensor.ts';

/** What the format's own view knows of a tensor. Strides and the offset count elements. */
export interface TorchView extends TorchStorage {
  strides: readonly number[];
  offset: number;
  requiresGrad: boolean;
  /** Tensors with this storage, itself among them. */
  sharers: number;
}

/** What the format's own view knows of a file. */
export interface PickleOwn {
  tensors: ReadonlyMap<string, TorchView>;
}
