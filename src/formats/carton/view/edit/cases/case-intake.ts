import { useEffect, useRef, useState } from 'react';
import { type ErrorData, isCancelled, toErrorData } from '../../../../../base/errors.ts';
import type { FileDigest } from '../../../../../base/file-digest.ts';
import { SNIFF_BYTES } from '../../../../../base/limits.ts';
import { editStep } from '../../../../../model/edit/edit.ts';
import { valueAt } from '../../../../../model/edit/field.ts';
import { sniffMedia } from '../../../../../model/file/media.ts';
import type { TensorSpec } from '../../../../../model/package.ts';
import { tensorIndex } from '../../../../../model/tensor/tensor-size.ts';
import { digestedContents } from '../../../../../state/added-digests.ts';
import { useActions, useAppReader, useOpenPackage, usePackagePart } from '../../../../../state/hooks.ts';
import { contentsBlobs } from '../../../../../tensor/contents/contents.ts';
import type { Declared, FitOption } from '../../../../../tensor/contents/fit.ts';
import type { ReadContents } from '../../../../../tensor/contents/preview.ts';
import type { TypedValues } from '../../../../../tensor/contents/typed.ts';
import type { Shape } from '../../../../../tensor/shape.ts';
import {
  convertedBy,
  type Given,
  givenName,
  heldAgainst,
  heldStorable,
  type Outcome,
  readFor,
} from '../../../../../widgets/values/value-reading.ts';
import { valuesOf } from '../../../../draft-values.ts';
import { declareEdits, givenName as stepName, type Undeclared } from '../../../core/edit/case-steps.ts';
import { type Slot, slotKey, slotNamed, symbolSizes } from '../../../core/edit/place-values.ts';
import { BINDING_TABLES, type CaseList } from '../../../core/edit/steps.ts';
import { bindTensors, CARTON_TENSORS } from '../../../core/edit/tensor-steps.ts';
import { TENSOR_PREFIX } from '../../../core/paths.ts';
import { CARTON_DTYPES } from '../../../core/read/dtypes.ts';

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

interface Place {
  list: CaseList;
  index: number;
  /** The inputs and outputs that can have values: those of the schema, and others that have one. */
  slots: readonly Slot[];
}

/** Values that are read and fit, on their way into the draft. */
interface Found {
  slot: Slot;
  read: ReadContents;
  notes: readonly string[];
}

let lastId = 0;

/** Takes values into a self-test or example. What fits becomes one step of the draft; all else is asked. */
export function useCaseIntake({ list, index, slots }: Place) {
  const actions = useActions();
  const app = useAppReader();
  const open = useOpenPackage();
  const inputs = usePackagePart((pkg) => pkg.inputs);
  const outputs = usePackagePart((pkg) => pkg.outputs);
  const tensors = usePackagePart((pkg) => pkg.tensors);
  const [states, setStates] = useState<ReadonlyMap<string, SlotState>>(new Map());
  const [unplaced, setUnplaced] = useState<readonly Unplaced[]>([]);
  /** Where the case is by now: it may move while values are read. */
  const at = useRef(index);
  const running = useRef(new Set<AbortController>());
  useEffect(() => {
    at.current = index;
  }, [index]);
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

  const specOf = ({ side, name }: Slot): TensorSpec | undefined =>
    (side === 'input' ? inputs : outputs).find((spec) => spec.name === name);

  function referenceOf({ side, name }: Slot): string | undefined {
    const value = valueAt(valuesOf(app().draft), [list, at.current, BINDING_TABLES[list][side], name]);
    return typeof value === 'string' ? value : undefined;
  }

  function shapeOf(slot: Slot): Shape | undefined {
    const reference = referenceOf(slot);
    if (!reference?.startsWith(TENSOR_PREFIX)) return undefined;
    const info = tensorIndex(tensors).get(reference.slice(TENSOR_PREFIX.length));
    return info?.inner ? undefined : info?.shape;
  }

  /** What a slot's values must be, by the schema and by the other values. */
  function declaredOf(slot: Slot, found: readonly Found[] = []): Declared {
    const spec = specOf(slot);
    const others = slots.filter((each) => slotKey(each) !== slotKey(slot));
    const known = others.flatMap((other) => {
      const read = found.find((each) => slotKey(each.slot) === slotKey(other))?.read.preview;
      const shape = read ? (read.inner ? undefined : read.shape) : shapeOf(other);
      return shape ? [{ declared: specOf(other)?.shape, shape }] : [];
    });
    return { dtype: spec?.dtype, shape: spec?.shape, symbols: symbolSizes(known) };
  }

  /** Does something that takes time for slots, which show that it runs. An abort leaves them as they were. */
  async function run(
    waiting: readonly Slot[],
    name: string,
    work: (options: {
      signal: AbortSignal;
      onProgress(progress: { done: number; total: number }): void;
    }) => Promise<void>,
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

  type Options = Parameters<Parameters<typeof run>[2]>[0];

  /** Reads for one slot. What does not simply fit is asked there. */
  async function readSlot(
    slot: Slot,
    given: Given,
    key: string | undefined,
    found: readonly Found[],
    options: Options,
  ): Promise<Found | undefined> {
    let media: File | undefined;
    try {
      if (list === 'example' && key === undefined) media = await mediaIn(given, options.signal);
      const declared = declaredOf(slot, found);
      const read = await readFor(actions, given, { key, declared }, options);
      const outcome = await heldStorable(actions, read, { declared, dtypes: CARTON_DTYPES }, options);
      // Of a picture, whether its pixels are meant or the file is for a person to say, unless the schema says it.
      const isMeant = outcome.kind === 'fits' && (!media || declared.dtype !== undefined);
      if (outcome.kind === 'fits' && isMeant) return { slot, read: outcome.read, notes: outcome.notes };
      show(slot, { status: 'asks', given, of: outcome, media });
    } catch (error) {
      if (isCancelled(error)) throw error;
      show(slot, { status: 'asks', given, of: { kind: 'failed', error: toErrorData(error) }, media });
    }
    return undefined;
  }

  /** One step of the draft. Throws as `bindTensors`. */
  async function commit(found: readonly Found[], undeclared: readonly Undeclared[], options: Options): Promise<void> {
    if (found.length === 0) return;
    const blobs = found.flatMap(({ read: { contents } }) => contentsBlobs(contents));
    const digested = await digestedContents(blobs, actions.digestBlob, options);
    const digests = new Map<Blob, FileDigest>(digested.flatMap(({ blob, digest }) => (digest ? [[blob, digest]] : [])));
    const { draft } = app();
    const values = valuesOf(draft);
    if (!draft || !values) return;
    const on = { values, files: draft.current.files, open };
    const bound = found.map(({ slot, read }) => ({ list, index: at.current, ...slot, contents: read.contents }));
    const edits = declareEdits(values, undeclared);
    actions.edit(editStep(bindTensors(on, bound, stepName(values, bound), { edits, digests })));
    for (const { slot, read, notes } of found) {
      const reference = referenceOf(slot);
      const all = [...notes, ...read.losses.map(({ words }) => `It ${words}.`)];
      show(slot, all.length > 0 && reference !== undefined ? { status: 'told', reference, notes: all } : undefined);
    }
  }

  /** As `commit`; where it fails, each slot says so. */
  async function commitOrSay(found: readonly Found[], given: Given, options: Options): Promise<void> {
    try {
      await commit(found, [], options);
    } catch (error) {
      if (isCancelled(error)) throw error;
      for (const { slot } of found)
        show(slot, { status: 'asks', given, of: { kind: 'failed', error: toErrorData(error) } });
    }
  }

  function giveSlot(slot: Slot, given: Given, key?: string): void {
    void run([slot], givenName(given), async (options) => {
      const found = await readSlot(slot, given, key, [], options);
      if (found) await commitOrSay([found], given, options);
    });
  }

  /** Gives files to the inputs and outputs that they are named like. What is named like none is asked. */
  function give(files: readonly File[]): void {
    const [only] = files;
    if (!only) return;
    const taken = new Set<string>();
    const named = files.map((file) => {
      const slot = /\.(?:npz|safetensors)$/i.test(file.name) ? undefined : slotNamed(file.name, slots, taken);
      if (slot) taken.add(slotKey(slot));
      return { file, slot };
    });
    const waiting = named.flatMap(({ slot }) => slot ?? []);
    void run(waiting, files.length === 1 ? only.name : `${files.length} files`, async (options) => {
      const found: Found[] = [];
      for (const { file, slot } of named) {
        const given = { file, name: file.name };
        const read = slot
          ? [await readSlot(slot, given, undefined, found, options)]
          : await spread(file, found, taken, options);
        found.push(...read.flatMap((each) => each ?? []));
      }
      await commitOrSay(found, { file: only, name: only.name }, options);
    });
  }

  /** Gives the tensors of a file to what they are named like. */
  async function spread(file: File, found: readonly Found[], taken: Set<string>, options: Options): Promise<Found[]> {
    const given = { file, name: file.name };
    const add = async (more: Omit<Unplaced, 'id' | 'given'>) => {
      const { read } = more;
      const asIs: Outcome | undefined = read && { kind: 'fits', read, notes: [] };
      const stored = asIs && (await heldStorable(actions, asIs, { declared: {}, dtypes: CARTON_DTYPES }, options));
      const convert = stored?.kind === 'convert' ? stored.options[0] : undefined;
      setUnplaced((before) => [...before, { id: ++lastId, given, ...more, convert }]);
    };
    let media: File | undefined;
    const placed: Found[] = [];
    try {
      media = list === 'example' ? await mediaIn(given, options.signal) : undefined;
      const { choices, chosen } = await actions.readValues(given, options);
      const areNamed = choices.some(({ key, label }) => key === label);
      const [first] = choices;
      if (!areNamed || (choices.length === 1 && !slotNamed(first?.key ?? '', slots, taken))) {
        const slot = slotNamed(file.name, slots, taken) ?? (media || chosen ? undefined : slots[0]);
        if (slot) {
          taken.add(slotKey(slot));
          return [await readSlot(slot, given, undefined, found, options)].flatMap((each) => each ?? []);
        }
        await add({ name: file.name, read: chosen, media });
        return [];
      }
      for (const { key } of choices) {
        const slot = slotNamed(key, slots, taken);
        if (slot) {
          taken.add(slotKey(slot));
          const one = await readSlot(slot, given, key, [...found, ...placed], options);
          if (one) placed.push(one);
          continue;
        }
        const { chosen: read } = await actions.readValues({ ...given, key }, options);
        await add({ name: key, key, read });
      }
    } catch (error) {
      if (isCancelled(error)) throw error;
      await add({ name: file.name, media, error: toErrorData(error) });
    }
    return placed;
  }

  const leave = (id: number) => setUnplaced((before) => before.filter((each) => each.id !== id));

  return {
    states,
    unplaced,
    declaredOf,
    give,
    giveSlot,
    close: (slot: Slot) => show(slot, undefined),
    leave,

    /** Takes another reading of the same file. */
    choose(slot: Slot, given: Given, key: string): void {
      giveSlot(slot, given, key);
    },

    /** Takes values as they are asked about: converted, or as they are. */
    convert(slot: Slot, given: Given, of: Extract<Outcome, { kind: 'fits' | 'convert' }>, option?: FitOption): void {
      void run([slot], givenName(given), async (options) => {
        try {
          const shape = specOf(slot)?.shape;
          const read = option ? await convertedBy(actions, of.read, option, shape, options) : of.read;
          await commit([{ slot, read, notes: of.notes }], [], options);
        } catch (error) {
          if (isCancelled(error)) throw error;
          show(slot, { status: 'asks', given, of: { kind: 'failed', error: toErrorData(error) } });
        }
      });
    },

    /** Takes typed values. Those that the type rounds are said. */
    typed(slot: Slot, typed: TypedValues): void {
      const given = { text: '' };
      void run([slot], 'what was typed', async (options) => {
        try {
          const declared = declaredOf(slot);
          const read = await actions.typeContents({ typed, shape: declared.shape }, options);
          const outcome = await heldAgainst(actions, read, declared, [], options);
          if (outcome.kind === 'fits') await commit([{ slot, read, notes: [] }], [], options);
          else show(slot, { status: 'asks', given, of: outcome });
        } catch (error) {
          if (isCancelled(error)) throw error;
          show(slot, { status: 'asks', given, of: { kind: 'failed', error: toErrorData(error) } });
        }
      });
    },

    /** Gives values without a place to an input or output. */
    place({ id, given, key }: Unplaced, slot: Slot): void {
      leave(id);
      giveSlot(slot, given, key);
    },

    /** Declares inputs and outputs for values, and gives them these, in one step. */
    declare(wanted: readonly { of: Unplaced; slot: Slot }[]): void {
      void run([], '', async (options) => {
        const found: Found[] = [];
        for (const { of, slot } of wanted) {
          if (!of.read) continue;
          const read = of.convert ? await convertedBy(actions, of.read, of.convert, undefined, options) : of.read;
          found.push({ slot, read, notes: [] });
        }
        const undeclared = found.map(({ slot, read }) => ({ ...slot, contents: read.contents }));
        try {
          await commit(found, undeclared, options);
          for (const { of } of wanted) leave(of.id);
        } catch (error) {
          if (isCancelled(error)) throw error;
          const failed = toErrorData(error);
          setUnplaced((before) =>
            before.map((each) => (wanted.some(({ of }) => of.id === each.id) ? { ...each, error: failed } : each)),
          );
        }
      });
    },

    /** Why no tensor can be stored now, in a sentence. Undefined where one can. */
    problem: CARTON_TENSORS.problem({
      values: valuesOf(app().draft),
      files: app().draft?.current.files ?? [],
      open,
    }),
  };
}

export type CaseIntake = ReturnType<typeof useCaseIntake>;

/** The file, where it is a picture or a sound. */
async function mediaIn(given: Given, signal: AbortSignal): Promise<File | undefined> {
  if (!('file' in given) || !(given.file instanceof File)) return undefined;
  const head = new Uint8Array(await given.file.slice(0, SNIFF_BYTES).arrayBuffer());
  signal.throwIfAborted();
  const { kind } = sniffMedia(head, given.name);
  return kind === 'picture' || kind === 'sound' ? given.file : undefined;
}
