import { isCancelled, toErrorData } from '../../../../../base/errors.ts';
import { SNIFF_BYTES } from '../../../../../base/limits.ts';
import { sniffMedia } from '../../../../../model/file/media.ts';
import type { Declared } from '../../../../../tensor/contents/fit.ts';
import {
  type Given,
  heldStorable,
  type Outcome,
  type ReadingOptions,
  readFor,
  type ValueCalls,
} from '../../../../../widgets/values/value-reading.ts';
import { type Slot, slotKey, slotNamed } from '../../../core/edit/place-values.ts';
import type { CaseList } from '../../../core/edit/steps.ts';
import { CARTON_DTYPES } from '../../../core/read/dtypes.ts';
import type { Found } from './declared-slots.ts';
import type { SlotStates, Unplaced } from './slot-states.ts';

interface Of {
  calls: ValueCalls;
  list: CaseList;
  slots: readonly Slot[];
  declaredOf(slot: Slot, found: readonly Found[]): Declared;
  states: Pick<SlotStates, 'show' | 'fail' | 'addUnplaced'>;
}

interface One {
  slot: Slot;
  given: Given;
  /** Of the reading, where the file has several. */
  key?: string | undefined;
  /** Values that come in the same step. */
  found: readonly Found[];
}

/** Reads for one input or output. What does not simply fit is asked there. */
export async function readSlot(of: Of, { slot, given, key, found }: One, options: ReadingOptions): Promise<Found[]> {
  const { calls, list, declaredOf, states } = of;
  let media: File | undefined;
  try {
    if (list === 'example' && key === undefined) media = await mediaIn(given, options.signal);
    const declared = declaredOf(slot, found);
    const read = await readFor(calls, given, { key, declared }, options);
    const outcome = await heldStorable(calls, read, { declared, dtypes: CARTON_DTYPES }, options);
    // Of a picture, whether its pixels are meant or the file is for a person to say, unless the schema says it.
    const isMeant = outcome.kind === 'fits' && (!media || declared.dtype !== undefined);
    if (outcome.kind === 'fits' && isMeant) return [{ slot, read: outcome.read, notes: outcome.notes }];
    states.show(slot, { status: 'asks', given, of: outcome, media });
  } catch (error) {
    states.fail([slot], given, error, media);
  }
  return [];
}

/** Gives files to the inputs and outputs that they are named like. */
export function namedSlots(files: readonly File[], slots: readonly Slot[]) {
  const taken = new Set<string>();
  const named = files.map((file) => {
    const slot = /\.(?:npz|safetensors)$/i.test(file.name) ? undefined : slotNamed(file.name, slots, taken);
    if (slot) taken.add(slotKey(slot));
    return { file, slot };
  });
  return { named, taken };
}

interface Spread {
  file: File;
  found: readonly Found[];
  /** Keys of the slots that have been given a value. More are added. */
  taken: Set<string>;
}

/** Reads the tensors of a file for the inputs and outputs that they are named like. Others are asked about. */
export async function readSpread(of: Of, { file, found, taken }: Spread, options: ReadingOptions): Promise<Found[]> {
  const { calls, list, slots, states } = of;
  const given = { file, name: file.name };
  const placed: Found[] = [];
  const take = async (slot: Slot, key?: string) => {
    taken.add(slotKey(slot));
    placed.push(...(await readSlot(of, { slot, given, key, found: [...found, ...placed] }, options)));
  };
  let media: File | undefined;
  try {
    media = list === 'example' ? await mediaIn(given, options.signal) : undefined;
    const { choices, chosen } = await calls.readValues(given, options);
    const areNamed = choices.some(({ key, label }) => key === label);
    const [first] = choices;
    if (!areNamed || (choices.length === 1 && !slotNamed(first?.key ?? '', slots, taken))) {
      const slot = slotNamed(file.name, slots, taken) ?? (media || chosen ? undefined : slots[0]);
      if (slot) await take(slot);
      else states.addUnplaced(await storable(calls, { name: file.name, given, read: chosen, media }, options));
      return placed;
    }
    for (const { key } of choices) {
      const slot = slotNamed(key, slots, taken);
      if (slot) {
        await take(slot, key);
        continue;
      }
      const { chosen: read } = await calls.readValues({ ...given, key }, options);
      states.addUnplaced(await storable(calls, { name: key, given, key, read }, options));
    }
  } catch (error) {
    if (isCancelled(error)) throw error;
    states.addUnplaced({ name: file.name, given, media, error: toErrorData(error) });
  }
  return placed;
}

/** Adds what makes values of a type that a carton has. */
async function storable(
  calls: ValueCalls,
  one: Omit<Unplaced, 'id'>,
  options: ReadingOptions,
): Promise<Omit<Unplaced, 'id'>> {
  if (!one.read) return one;
  const asIs: Outcome = { kind: 'fits', read: one.read, notes: [] };
  const stored = await heldStorable(calls, asIs, { declared: {}, dtypes: CARTON_DTYPES }, options);
  return stored.kind === 'convert' ? { ...one, convert: stored.options[0] } : one;
}

/** The file, where it is a picture or a sound. */
async function mediaIn(given: Given, signal: AbortSignal): Promise<File | undefined> {
  if (!('file' in given) || !(given.file instanceof File)) return undefined;
  const head = new Uint8Array(await given.file.slice(0, SNIFF_BYTES).arrayBuffer());
  signal.throwIfAborted();
  const { kind } = sniffMedia(head, given.name);
  return kind === 'picture' || kind === 'sound' ? given.file : undefined;
}
