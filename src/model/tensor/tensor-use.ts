import type { Binding, Package } from '../package.ts';
import type { Place } from '../place.ts';

/** One place where a tensor is used. */
export interface TensorUse {
  /** In words: "Example 1, input x". */
  label: string;
  place: Place;
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

/** Where self-tests, examples and nested tensors use each tensor, by the tensor's name and in the package's order. */
export function tensorUses(pack: Pick<Package, 'tensors' | 'examples' | 'selfTests'>): Map<string, TensorUse[]> {
  const uses = new Map<string, TensorUse[]>();
  const add = (tensor: string, use: TensorUse) => {
    const known = uses.get(tensor);
    if (known) known.push(use);
    else uses.set(tensor, [use]);
  };
  const addAll = (bindings: readonly Binding[], title: string, as: string, place: Place) => {
    for (const { name, value } of bindings) {
      if (value.kind === 'tensor') add(value.tensor, { label: `${title}, ${as} ${name}`, place, role: name });
    }
  };
  for (const [index, test] of pack.selfTests.entries()) {
    const title = caseTitle('self-test', index, test.name);
    const place = casePlace('self-test', index);
    addAll(test.inputs, title, 'input', place);
    addAll(test.expected ?? [], title, 'expected output', place);
  }
  for (const [index, example] of pack.examples.entries()) {
    const title = caseTitle('example', index, example.name);
    const place = casePlace('example', index);
    addAll(example.inputs, title, 'input', place);
    addAll(example.outputs, title, 'output', place);
  }
  for (const tensor of pack.tensors) {
    for (const [index, inner] of (tensor.inner ?? []).entries()) {
      add(inner, { label: `${tensor.name}, part ${index}`, place: { tab: 'tensors', item: tensor.name } });
    }
  }
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
