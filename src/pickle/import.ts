import { quote } from '../base/text.ts';
import { MAX_IMPORTS, MAX_JUDGED } from './limits.ts';
import { isProvable, Proof } from './proof.ts';
import { type Standing, standingOf } from './standing.ts';
import type { PickleImport } from './value.ts';
import { WalkError } from './walk-error.ts';

/** What the reason of a name begins with that is not in the pickle as text. */
export const COMPUTED = 'a name that is computed';

/** The name as a program has it, or what is known of it. */
export function importText({ module, name, unnamed }: Pick<PickleImport, 'module' | 'name' | 'unnamed'>): string {
  return unnamed ?? `${module}.${name}`;
}

/** The name in a sentence. */
export function quotedImport(item: PickleImport): string {
  return item.unnamed ?? quote(importText(item));
}

/** Names that a file imports, each once, the first `MAX_IMPORTS` of each standing. */
export class Imports {
  readonly #byKey = new Map<string, PickleImport>();
  readonly #kept: Record<Standing, number> = { harmless: 0, unknown: 0, dangerous: 0 };
  /** Names beyond the limit, by standing. */
  readonly more: Record<Standing, number> = { harmless: 0, unknown: 0, dangerous: 0 };
  /** How names are used that are harmless in proven calls alone. */
  readonly proof = new Proof();

  get list(): readonly PickleImport[] {
    return [...this.#byKey.values()];
  }

  /**
   * Throws a `WalkError` beyond `MAX_JUDGED` names.
   *
   * @param unnamed why a name is not known. A part of the name that is known is still given
   */
  add(module: string, name: string, offset: number, unnamed?: string): PickleImport {
    const last = this.#last;
    const isLast = last !== undefined && last.module === module && last.name === name && last.unnamed === unnamed;
    const known = isLast ? last : this.#byKey.get(keyOf(module, name, unnamed));
    this.#last = known;
    if (known) {
      known.uses++;
      return known;
    }
    if (++this.#judged > MAX_JUDGED) throw new WalkError('limit', `over ${MAX_JUDGED} different names are imported`);
    const judged = standingOf(module, name);
    const standing = judged === 'harmless' && unnamed !== undefined ? 'unknown' : judged;
    const item: PickleImport = {
      module,
      name,
      unnamed,
      standing,
      offset,
      uses: 1,
      calls: 0,
    };
    this.#keep(item);
    return item;
  }

  /** The name that was added last: many pickles have the same one over and over. */
  #last: PickleImport | undefined;
  #judged = 0;

  /** Adds what a later pickle of the file imports. */
  include(others: Imports): void {
    this.proof.include(others.proof);
    this.#judged += others.#judged;
    this.#take(others, false, (known, item) => {
      known.uses += item.uses;
      known.calls += item.calls;
    });
  }

  /**
   * Takes over what another walk over the same pickles has found.
   *
   * @param isGuess it takes objects of one pickle for those of another: what is not text there was hardly to be a name
   */
  merge(others: Imports, isGuess = false): void {
    this.proof.merge(others.proof);
    this.#take(others, isGuess, (known, item) => {
      known.uses = Math.max(known.uses, item.uses);
      known.calls = Math.max(known.calls, item.calls);
    });
  }

  /** Judges names by how the file uses them. To be called at its end, where all of it was read. */
  settle(): void {
    if (!this.proof.holds) return;
    for (const item of this.list) if (isProvable(item)) item.standing = 'harmless';
  }

  #take(others: Imports, isGuess: boolean, count: (known: PickleImport, item: PickleImport) => void): void {
    for (const item of others.list) {
      if (isGuess && item.unnamed?.startsWith(COMPUTED)) continue;
      const known = this.#byKey.get(keyOf(item.module, item.name, item.unnamed));
      if (!known) {
        this.#keep(item);
        continue;
      }
      count(known, item);
      if (known.calledWith === undefined && item.calledWith !== undefined) known.calledWith = item.calledWith;
      if (item.isChanged) known.isChanged = true;
      if (item.standing === 'dangerous') known.standing = 'dangerous';
    }
    for (const standing of STANDINGS) this.more[standing] += others.more[standing];
  }

  #keep(item: PickleImport): void {
    if (this.#kept[item.standing] >= MAX_IMPORTS) {
      this.more[item.standing]++;
      return;
    }
    this.#kept[item.standing]++;
    this.#byKey.set(keyOf(item.module, item.name, item.unnamed), item);
  }
}

const STANDINGS: readonly Standing[] = ['harmless', 'unknown', 'dangerous'];

function keyOf(module: string, name: string, unnamed = ''): string {
  return `${unnamed}\n${module}\n${name}`;
}
