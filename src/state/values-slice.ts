import type { FlatContents } from '../tensor/contents/contents.ts';
import type { ReadContents } from '../tensor/contents/preview.ts';
import type { CallOptions, WorkerCalls } from '../worker/protocol.ts';
import type { MakeSlice } from './app-state.ts';
import { shownTensors } from './compare-slice.ts';

type Call<N extends keyof WorkerCalls> = (
  ask: WorkerCalls[N]['ask'],
  options?: CallOptions,
) => Promise<WorkerCalls[N]['answer']>;

/**
 * Elements of tensors that are to be written. As the worker's calls of these names. What they give may be in private
 * files, which a draft is to hold soon (`FilePut.privateFiles`).
 */
export interface ValuesSlice {
  readValues: Call<'readValues'>;
  fitContents: Call<'fitContents'>;
  convertContents: Call<'convertContents'>;
  typeContents: Call<'typeContents'>;
  editCells(
    ask: WorkerCalls['editCells']['ask'],
    options?: CallOptions,
  ): Promise<ReadContents & { contents: FlatContents }>;
  /** The elements of a tensor that is shown, with the draft where there is one. */
  tensorContents(tensor: string, options?: CallOptions): Promise<ReadContents>;
}

declare module './app-state.ts' {
  interface AppState extends ValuesSlice {}
}

export const valuesSlice: MakeSlice<ValuesSlice> = (_set, get, { client }) => ({
  readValues: (ask, options) => client.call('readValues', ask, options),
  fitContents: (ask, options) => client.call('fitContents', ask, options),
  convertContents: (ask, options) => client.call('convertContents', ask, options),
  typeContents: (ask, options) => client.call('typeContents', ask, options),
  editCells: async (ask, options) => {
    const made = await client.call('editCells', ask, options);
    return { ...made, contents: made.contents as FlatContents };
  },
  tensorContents: (tensor, options) => client.call('tensorContents', { ...shownTensors(get()).of, tensor }, options),
});
