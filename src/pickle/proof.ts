import { isProvenAttribute, PROVEN_CALLABLES } from './names/proven.ts';
import { isKind, itemsOf, nameOf, type PickleImport, type PickleValue } from './value.ts';

/**
 * Proves that a file uses `getattr` for nothing but constants that are known, such as members of enumerations. Each
 * time `getattr` comes onto the stack, a proven call has to take it from there. Whatever else becomes of it (an
 * argument, an item, a state, the result, another call) leaves the counts unequal, and proves nothing.
 */
export class Proof {
  #shown = 0;
  #proven = 0;
  #isSpoiled = false;

  get holds(): boolean {
    return this.#proven > 0 && this.#proven === this.#shown && !this.#isSpoiled;
  }

  /** A value comes onto the stack. */
  show(value: PickleValue): void {
    if (isKind(value, 'name') && isProvable(value.import)) this.#shown++;
  }

  /** A call takes what it calls from the stack. `isKept` is false where what it returns cannot be followed. */
  call(callee: PickleValue, args: PickleValue, isKept: boolean): void {
    if (isKept && isProvenCall(callee, args)) this.#proven++;
  }

  /** Items or a state are set in an object. Imported objects, and their attributes, are then no longer what we know. */
  change(target: PickleValue): void {
    const changed = isKind(target, 'call') ? target.callee : target;
    if (isKind(changed, 'name') && (changed === target || isProvable(changed.import))) this.#isSpoiled = true;
  }

  /** Adds what a later pickle of the file does. */
  include(other: Proof): void {
    this.#shown += other.#shown;
    this.#proven += other.#proven;
    this.#isSpoiled ||= other.#isSpoiled;
  }

  /** Takes over what another walk over the same pickles has found: both must hold. */
  merge(other: Proof): void {
    if (other.#shown !== other.#proven || other.#isSpoiled) this.#isSpoiled = true;
  }
}

/** Whether a name is dangerous, except in proven calls. */
export function isProvable({ module, name, unnamed }: PickleImport): boolean {
  return unnamed === undefined && PROVEN_CALLABLES.has(`${module}.${name}`);
}

/** Whether a call is one of `getattr` with an imported class, or an object of one, and a harmless attribute of it. */
function isProvenCall(callee: PickleValue, args: PickleValue): boolean {
  if (!isKind(callee, 'name') || !isProvable(callee.import)) return false;
  if (typeof args !== 'object' || args === null || args.kind !== 'tuple') return false;
  const [object, attribute, ...more] = itemsOf(args) ?? [];
  const isInstance = isKind(object, 'call') && itemsOf(object.arguments)?.length === 0;
  const imported = isInstance ? object.callee : object;
  if (more.length > 0 || !isKind(imported, 'name') || imported.import.unnamed !== undefined) return false;
  return typeof attribute === 'string' && isProvenAttribute(nameOf(imported) ?? '', attribute, isInstance);
}
