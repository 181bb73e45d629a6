import { addTo } from '../../base/group-by.ts';
import type { ShapeSpec } from '../../tensor/shape.ts';
import type { Binding, Package, TensorSpec } from '../package.ts';
import type { Place } from '../place.ts';

/** One place where a tensor or a file is used. */
export interface TensorUse {
  /** In words: "Example 1, input x". */
  label: string;
  place: Place;
  /** The title of the example or self-test. Undefined where it is a part of a nested tensor. */
  group?: string;
  /** The name of the input or output that it is a value of. Undefined where it is a part of a nested tensor. */
  role?: string;
}

/** What the page calls examples and self-tests, and where it shows them. */
export const CASES = {
  example: { noun: 'Example', label: 'Examples', tab: 'examples' },
  'self-test': { noun: 'Self-test', label: 'Self-tests', tab: 'self-tests' },
} as const;

type CaseKind = keyof typeof CASES;

/** "Example 1". */
export function caseNumber(of: CaseKind, index: number): string {
  return `${CASES[of].noun} ${index + 1}`;
}

/** The title of an example or a self-test: its name, else its number. */
export function caseTitle(of: CaseKind, index: number, name: string | undefined): string {
  return name?.trim() ? name : caseNumber(of, index);
}

export function casePlace(of: CaseKind, index: number): Place {
  return { tab: CASES[of].tab, item: String(index + 1) };
}

/** The named values of a case, by what they are of it. */
type CaseBindings = Readonly<Record<string, readonly Binding[] | undefined>>;

/** Where self-tests, examples and nested tensors use each tensor, by the tensor's name and in the package's order. */
export function tensorUses(pack: Pick<Package, 'tensors' | 'examples' | 'selfTests'>): Map<string, TensorUse[]> {
  const uses = caseUses(pack, (value) => (value.kind === 'tensor' ? value.tensor : undefined));
  for (const { name, inner } of pack.tensors)
    for (const [index, part] of (inner ?? []).entries())
      addTo(uses, part, { label: `${name}, part ${index}`, place: { tab: 'tensors', item: name } });
  return uses;
}

/** Where self-tests and examples have a file itself as a value, by its path and in the package's order. */
export function fileUses(pack: Pick<Package, 'examples' | 'selfTests'>): Map<string, TensorUse[]> {
  return caseUses(pack, (value) => (value.kind === 'file' ? value.path : undefined));
}

/** @param keyOf what is used, of a value that counts */
function caseUses(
  pack: Pick<Package, 'examples' | 'selfTests'>,
  keyOf: (value: Binding['value']) => string | undefined,
): Map<string, TensorUse[]> {
  const uses = new Map<string, TensorUse[]>();
  const addCase = (of: CaseKind, index: number, name: string | undefined, bindings: CaseBindings) => {
    const title = caseTitle(of, index, name);
    for (const [as, list] of Object.entries(bindings))
      for (const { name: role, value } of list ?? []) {
        const key = keyOf(value);
        if (key === undefined) continue;
        addTo(uses, key, { label: `${title}, ${as} ${role}`, place: casePlace(of, index), group: title, role });
      }
  };
  for (const [index, { name, inputs, expected }] of pack.selfTests.entries())
    addCase('self-test', index, name, { input: inputs, 'expected output': expected });
  for (const [index, { name, inputs, outputs }] of pack.examples.entries())
    addCase('example', index, name, { input: inputs, output: outputs });
  return uses;
}

/**
 * What to call each tensor: the name of the input or output that it is a value of, the first one where it has several.
 * Stored names are often only numbers. A part of a nested tensor is called after that one: "images, part 0". Tensors
 * that nothing uses have no role.
 */
export function tensorRoles(
  pack: Pick<Package, 'tensors'>,
  uses: ReadonlyMap<string, readonly TensorUse[]>,
): Map<string, string> {
  const roles = new Map<string, string>();
  for (const [tensor, of] of uses) {
    const role = of.find((use) => use.role?.trim())?.role;
    if (role !== undefined) roles.set(tensor, role);
  }
  for (const { name, inner } of pack.tensors) {
    const role = inner && roles.get(name);
    if (!role) continue;
    for (const [index, part] of inner.entries()) if (!roles.has(part)) roles.set(part, `${role}, part ${index}`);
  }
  return roles;
}

/** Other values shown beside a tensor, at most. Each of a thousand examples can use the same one. */
const MAX_COMPANIONS = 50;

/** The other values of the examples and self-tests that a tensor is a value of, each file and tensor once. */
export function companionBindings(
  { examples, selfTests }: Pick<Package, 'examples' | 'selfTests'>,
  tensor: string,
): Binding[] {
  const cases = [
    ...examples.map(({ inputs, outputs }) => [...inputs, ...outputs]),
    ...selfTests.map(({ inputs, expected }) => [...inputs, ...(expected ?? [])]),
  ];
  const isOwn = ({ value }: Binding) => value.kind === 'tensor' && value.tensor === tensor;
  const found = new Map<string, Binding>();
  for (const bindings of cases.filter((each) => each.some(isOwn)))
    for (const binding of bindings) {
      const { value } = binding;
      const key = value.kind === 'tensor' ? `tensor ${value.tensor}` : `file ${value.path}`;
      if (!isOwn(binding) && !found.has(key) && found.size < MAX_COMPANIONS) found.set(key, binding);
    }
  return [...found.values()];
}

type Interface = Pick<Package, 'inputs' | 'outputs' | 'examples' | 'selfTests'>;

/** The shape that the schema states for a tensor: that of the first input or output it is a value of. */
export function statedShape(of: Interface, tensor: string): ShapeSpec | undefined {
  return declarationOf(of, tensor)?.shape;
}

/** The first input or output that a tensor is a value of and whose shape the schema states, and where it does. */
export function declarationOf(
  { inputs, outputs, examples, selfTests }: Interface,
  tensor: string,
): { shape: ShapeSpec; place: Place } | undefined {
  const find = (list: SpecList, bindings: readonly Binding[], specs: readonly TensorSpec[]) => {
    const binding = bindings.find(({ value }) => value.kind === 'tensor' && value.tensor === tensor);
    const at = binding ? specs.findIndex(({ name }) => name === binding.name) : -1;
    const shape = specs[at]?.shape;
    return shape === undefined ? undefined : { shape, place: specPlace(list, at) };
  };
  for (const each of examples) {
    const found = find('inputs', each.inputs, inputs) ?? find('outputs', each.outputs, outputs);
    if (found) return found;
  }
  for (const each of selfTests) {
    const found = find('inputs', each.inputs, inputs) ?? find('outputs', each.expected ?? [], outputs);
    if (found) return found;
  }
  return undefined;
}

type SpecList = 'inputs' | 'outputs';

/** The row of an input or output on the tab Schema. */
function specPlace(list: SpecList, index: number): Place {
  return { tab: 'schema', item: `${list}/${index + 1}` };
}

/** Which of the inputs or outputs a place on the tab Schema names. Undefined where it names none of them. */
export function specIndex(list: SpecList, item: string | undefined): number | undefined {
  const [of, number = ''] = item?.split('/') ?? [];
  return of === list && /^[1-9]\d{0,8}$/.test(number) ? Number(number) - 1 : undefined;
}
