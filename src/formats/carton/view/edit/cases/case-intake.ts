import { useEffect, useRef } from 'react';
import type { FileDigest } from '../../../../../base/file-digest.ts';
import { editStep } from '../../../../../model/edit/edit.ts';
import { digestedContents } from '../../../../../state/added-digests.ts';
import { useActions, useAppReader, useOpenPackage } from '../../../../../state/hooks.ts';
import { contentsBlobs } from '../../../../../tensor/contents/contents.ts';
import type { FitOption } from '../../../../../tensor/contents/fit.ts';
import type { TypedValues } from '../../../../../tensor/contents/typed.ts';
import {
  convertedBy,
  type Given,
  givenName,
  heldAgainst,
  type Outcome,
  type ReadingOptions,
} from '../../../../../widgets/values/value-reading.ts';
import { valuesOf } from '../../../../draft-values.ts';
import { declareEdits, givenName as stepName, type Undeclared } from '../../../core/edit/case-steps.ts';
import type { Slot } from '../../../core/edit/place-values.ts';
import type { CaseList } from '../../../core/edit/steps.ts';
import { bindTensors, CARTON_TENSORS } from '../../../core/edit/tensor-steps.ts';
import { type Found, useDeclaredSlots } from './declared-slots.ts';
import { namedSlots, readSlot, readSpread } from './slot-reading.ts';
import { type Unplaced, useSlotStates } from './slot-states.ts';

interface Place {
  list: CaseList;
  index: number;
  /** The inputs and outputs that can have values: those of the schema, and others that have one. */
  slots: readonly Slot[];
}

/** Takes values into a self-test or example. What fits becomes one step of the draft; all else is asked. */
export function useCaseIntake({ list, index, slots }: Place) {
  const actions = useActions();
  const app = useAppReader();
  const open = useOpenPackage();
  const states = useSlotStates();
  /** Where the case is by now: it may move while values are read. */
  const at = useRef(index);
  useEffect(() => {
    at.current = index;
  }, [index]);
  const { specOf, referenceOf, declaredOf } = useDeclaredSlots({ list, at, slots });
  const reading = { calls: actions, list, slots, declaredOf, states };

  /** One step of the draft. Throws as `bindTensors`. */
  async function commit(
    found: readonly Found[],
    options: ReadingOptions,
    undeclared: readonly Undeclared[] = [],
  ): Promise<void> {
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
      states.show(
        slot,
        all.length > 0 && reference !== undefined ? { status: 'told', reference, notes: all } : undefined,
      );
    }
  }

  /** Takes what `find` gives into the draft. Where that fails, the slots of it say so. */
  function take(
    waiting: readonly Slot[],
    given: Given,
    find: (options: ReadingOptions) => Promise<readonly Found[]>,
  ): void {
    void states.run(waiting, givenName(given), async (options) => {
      let found: readonly Found[] | undefined;
      try {
        found = await find(options);
        await commit(found, options);
      } catch (error) {
        states.fail(found?.map(({ slot }) => slot) ?? waiting, given, error);
      }
    });
  }

  const giveSlot = (slot: Slot, given: Given, key?: string) =>
    take([slot], given, (options) => readSlot(reading, { slot, given, key, found: [] }, options));

  return {
    states: states.states,
    unplaced: states.unplaced,
    declaredOf,
    /** Takes values for one slot: the reading of this key, where the file has several. */
    giveSlot,
    close: (slot: Slot) => states.show(slot, undefined),
    leave: (one: Unplaced) => states.leaveUnplaced([one]),

    /** Gives files to the inputs and outputs that they are named like. What is named like none is asked. */
    give(files: readonly File[]): void {
      const [only] = files;
      if (!only) return;
      const { named, taken } = namedSlots(files, slots);
      const waiting = named.flatMap(({ slot }) => slot ?? []);
      const name = files.length === 1 ? only.name : `${files.length} files`;
      take(waiting, { file: only, name }, async (options) => {
        const found: Found[] = [];
        for (const { file, slot } of named) {
          const given = { file, name: file.name };
          const read = slot
            ? await readSlot(reading, { slot, given, found }, options)
            : await readSpread(reading, { file, found, taken }, options);
          found.push(...read);
        }
        return found;
      });
    },

    /** Takes values as they are asked about: converted, or as they are. */
    convert(slot: Slot, given: Given, of: Extract<Outcome, { kind: 'fits' | 'convert' }>, option?: FitOption): void {
      take([slot], given, async (options) => {
        const shape = specOf(slot)?.shape;
        const read = option ? await convertedBy(actions, of.read, option, shape, options) : of.read;
        return [{ slot, read, notes: of.notes }];
      });
    },

    /** Takes typed values. Those that the type rounds are said. */
    typed(slot: Slot, typed: TypedValues): void {
      const given = { text: '' };
      take([slot], given, async (options) => {
        const declared = declaredOf(slot);
        const read = await actions.typeContents({ typed, shape: declared.shape }, options);
        const outcome = await heldAgainst(actions, read, declared, [], options);
        if (outcome.kind === 'fits') return [{ slot, read, notes: [] }];
        states.show(slot, { status: 'asks', given, of: outcome });
        return [];
      });
    },

    /** Gives values without a place to an input or output. */
    place(one: Unplaced, slot: Slot): void {
      states.leaveUnplaced([one]);
      giveSlot(slot, one.given, one.key);
    },

    /** Declares inputs and outputs for values, and gives them these, in one step. */
    declare(wanted: readonly { of: Unplaced; slot: Slot }[]): void {
      const all = wanted.map(({ of }) => of);
      void states.run([], '', async (options) => {
        try {
          const found: Found[] = [];
          for (const { of, slot } of wanted) {
            if (!of.read) continue;
            const read = of.convert ? await convertedBy(actions, of.read, of.convert, undefined, options) : of.read;
            found.push({ slot, read, notes: [] });
          }
          const undeclared = found.map(({ slot, read }) => ({ ...slot, contents: read.contents }));
          await commit(found, options, undeclared);
          states.leaveUnplaced(all);
        } catch (error) {
          states.failUnplaced(all, error);
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
