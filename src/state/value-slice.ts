import type { CallOptions, WorkerCalls } from '../worker/protocol.ts';
import type { MakeSlice } from './app-state.ts';

type Call<N extends keyof WorkerCalls> = (
  ask: WorkerCalls[N]['ask'],
  options?: CallOptions,
) => Promise<WorkerCalls[N]['answer']>;

/** Elements of tensors that are to be written. All reject as the worker's calls of these names, and change nothing. */
export interface ValueSlice {
  readValues: Call<'readValues'>;
  fitContents: Call<'fitContents'>;
  convertContents: Call<'convertContents'>;
  typeContents: Call<'typeContents'>;
}

declare module './app-state.ts' {
  interface AppState extends ValueSlice {}
}

export const valueSlice: MakeSlice<ValueSlice> = (_set, _get, { client }) => ({
  readValues: (ask, options) => client.call('readValues', ask, options),
  fitContents: (ask, options) => client.call('fitContents', ask, options),
  convertContents: (ask, options) => client.call('convertContents', ask, options),
  typeContents: (ask, options) => client.call('typeContents', ask, options),
});
