import { useEffect, useRef, useState } from 'react';
import { type ErrorData, isCancelled, toErrorData } from '../../../../../base/errors.ts';
import type { FitOption } from '../../../../../tensor/contents/fit.ts';
import type { ReadContents } from '../../../../../tensor/contents/preview.ts';
import type { Given, Outcome, ReadingOptions } from '../../../../../widgets/values/value-reading.ts';
import { type Slot, slotKey } from '../../../core/edit/place-values.ts';

/** What an input or output asks, or says, of values that were given to it. */
export type SlotState =
  | {
      readonly status: 'reading';
      readonly name: string;
      readonly progress?: { done: number; total: number };
      cancel(): void;
    }
  | {
      readonly status: 'asks';
      readonly given: Given;
      readonly of: Outcome | { readonly kind: 'failed'; readonly error: ErrorData };
      /** It is a picture or a sound, which an example can also have as it is. */
      readonly media?: File | undefined;
    }
  /** Said of the values that the slot has, as long as it has them. */
  | { readonly status: 'told'; readonly reference: string; readonly notes: readonly string[] };

/** Values that are named like no input or output. */
export interface Unplaced {
  readonly id: number;
  /** What it is called: the path of a file, or the name of a tensor in one. */
  readonly name: string;
  readonly given: Given;
  readonly key?: string | undefined;
  /** Undefined where they could not be read. */
  readonly read?: ReadContents | undefined;
  /** What makes them of a type that a carton has. */
  readonly convert?: FitOption | undefined;
  readonly error?: ErrorData | undefined;
  readonly media?: File | undefined;
}

let lastId = 0;

/** What the inputs and outputs of a self-test or example say of values that are on their way into the draft. */
export function useSlotStates() {
  const [states, setStates] = useState<ReadonlyMap<string, SlotState>>(new Map());
  const [unplaced, setUnplaced] = useState<readonly Unplaced[]>([]);
  const running = useRef(new Set<AbortController>());
  useEffect(() => {
    const all = running.current;
    return () => {
      for (const each of all) each.abort();
    };
  }, []);

  function show(slot: Slot, state: SlotState | undefined): void {
    setStates((before) => {
      const next = new Map(before);
      if (state) next.set(slotKey(slot), state);
      else next.delete(slotKey(slot));
      return next;
    });
  }

  /** Does something that takes time for slots, which show that it runs. An abort leaves them as they were. */
  async function run(
    waiting: readonly Slot[],
    name: string,
    work: (options: ReadingOptions) => Promise<void>,
  ): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    running.current.add(controller);
    const cancel = () => controller.abort();
    const say = (progress?: { done: number; total: number }) => {
      for (const slot of waiting) show(slot, { status: 'reading', name, cancel, ...(progress && { progress }) });
    };
    say();
    try {
      await work({ signal, onProgress: (progress) => !signal.aborted && say(progress) });
    } catch (error) {
      if (!isCancelled(error)) throw error;
      for (const slot of waiting) show(slot, undefined);
    } finally {
      running.current.delete(controller);
    }
  }

  /** Says in slots why given values were not taken. An abort goes on to `run`. */
  function fail(slots: readonly Slot[], given: Given, error: unknown, media?: File): void {
    if (isCancelled(error)) throw error;
    for (const slot of slots)
      show(slot, { status: 'asks', given, of: { kind: 'failed', error: toErrorData(error) }, media });
  }

  return {
    states,
    unplaced,
    show,
    run,
    fail,
    addUnplaced: (one: Omit<Unplaced, 'id'>) => setUnplaced((before) => [...before, { id: ++lastId, ...one }]),
    leaveUnplaced: (all: readonly Unplaced[]) =>
      setUnplaced((before) => before.filter((each) => !all.some(({ id }) => id === each.id))),

    /** Says why values without a place were not taken. An abort goes on to `run`. */
    failUnplaced(all: readonly Unplaced[], error: unknown): void {
      if (isCancelled(error)) throw error;
      const failed = toErrorData(error);
      setUnplaced((before) =>
        before.map((each) => (all.some(({ id }) => id === each.id) ? { ...each, error: failed } : each)),
      );
    },
  };
}

export type SlotStates = ReturnType<typeof useSlotStates>;
