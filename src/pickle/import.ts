import { quote } from '../base/text.ts';
import { MAX_IMPORTS } from './limits.ts';
import { type Standing, standingOf } from './standing.ts';

/** A name that loading a pickle imports. */
export interface PickleImport {
  /** As the pickle has them. Empty where they are computed at run time, or come from the registry of extensions. */
  module: string;
  name: string;
  standing: Standing;
  /** Where the pickle names it first: bytes from the start of the file. */
  offset: number;
  /** How often the pickle names it. */
  uses: number;
  /** How often it is called. */
  calls: number;
  /** What it is first called with, as Python writes it, cut to a readable length. */
  calledWith?: string;
  /** Why its name is not known, in words: "extension 7", "a name that is computed". */
  unnamed?: string;
  /** The pickle changes an attribute or the state of what is imported itself. */
  isChanged?: true;
}

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

  get list(): readonly PickleImport[] {
    return [...this.#byKey.values()];
  }

  /**
   * @param unnamed why a name is not known. A part of the name that is known is still given
   * @param isWhole false where the name was cut to a length
   */
  add(module: string, name: string, offset: number, unnamed?: string, isWhole = true): PickleImport {
    const named = unnamed === undefined ? { module, name } : { module, name, unnamed };
    const known = this.#byKey.get(keyOf(named));
    if (known) {
      known.uses++;
      return known;
    }
    const judged = standingOf(module, name);
    const standing = judged === 'harmless' && (unnamed !== undefined || !isWhole) ? 'unknown' : judged;
    const item: PickleImport = { ...named, standing, offset, uses: 1, calls: 0 };
    this.#keep(item);
    return item;
  }

  /**
   * Adds what a later pickle of the file imports.
   *
   * @param guessAt where bytes begin that may be no pickle at all: of these, only names that are no accident are taken
   */
  include(others: Imports, guessAt?: number): void {
    this.#take(others, guessAt, (known, item) => {
      known.uses += item.uses;
      known.calls += item.calls;
    });
  }

  /** Takes over what another walk over the same pickles has found. `guessAt` as `include`. */
  merge(others: Imports, guessAt?: number): void {
    this.#take(others, guessAt, (known, item) => {
      known.uses = Math.max(known.uses, item.uses);
      known.calls = Math.max(known.calls, item.calls);
    });
  }

  #take(others: Imports, guessAt: number | undefined, count: (known: PickleImport, item: PickleImport) => void): void {
    for (const item of others.list) {
      if (guessAt !== undefined && isAccident(item, guessAt)) continue;
      const known = this.#byKey.get(keyOf(item));
      if (!known) {
        this.#keep(item);
        continue;
      }
      count(known, item);
      if (known.calledWith === undefined && item.calledWith !== undefined) known.calledWith = item.calledWith;
      if (item.isChanged) known.isChanged = true;
    }
    for (const standing of STANDINGS) this.more[standing] += others.more[standing];
  }

  #keep(item: PickleImport): void {
    if (this.#kept[item.standing] >= MAX_IMPORTS) {
      this.more[item.standing]++;
      return;
    }
    this.#kept[item.standing]++;
    this.#byKey.set(keyOf(item), item);
  }
}

const STANDINGS: readonly Standing[] = ['harmless', 'unknown', 'dangerous'];

/** Words, joined by dots. A module that is imported by its name alone can have hyphens. */
const PYTHON_NAME = /^(?!\d)[\p{L}\p{N}_-]+(?:\.(?!\d)[\p{L}\p{N}_-]+)+$/u;

/** Bytes of opcodes before a name. Bytes that are no pickle hardly ever have so many that can run. */
const MIN_BYTES_BEFORE = 8;

/** Whether a name was found in bytes from `guessAt` on that need not be a pickle, and no program would import it. */
function isAccident({ module, name, unnamed, offset }: PickleImport, guessAt: number): boolean {
  if (offset < guessAt) return false;
  if (unnamed === undefined && PYTHON_NAME.test(`${module}.${name}`)) return false;
  return offset - guessAt < MIN_BYTES_BEFORE || /[\p{Cc}\ufffd]/u.test(module + name);
}

function keyOf({ module, name, unnamed = '' }: Pick<PickleImport, 'module' | 'name' | 'unnamed'>): string {
  return `${unnamed}\n${module}\n${name}`;
}
