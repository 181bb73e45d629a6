import type { BindingPlace, Finding } from '../../../../base/findings.ts';
import { Report } from '../../../../base/report.ts';
import { capitalized, quote, shortened } from '../../../../base/text.ts';
import type { FieldPath } from '../../../../model/edit/field.ts';
import type { TensorInfo } from '../../../../model/package.ts';
import type { TomlPlaces } from '../../../../toml/parser.ts';
import { BINDING_TABLES } from '../edit/steps.ts';
import { MAX_COMPARISONS } from '../limits.ts';
import { CARTON_TOML, MISC_PREFIX, TENSOR_PREFIX } from '../paths.ts';
import type { CartonToml } from '../read/carton-fields.ts';
import type { CartonSpec } from '../read/carton-schema.ts';
import { checkMeta, type MetaInput } from './meta.ts';
import { checkSymbols, Symbols } from './symbols.ts';

/** The small files of a carton, which are checked together. */
export interface CheckInput extends MetaInput {
  /** Tensors of the index. Undefined where the index could not be read: then references to tensors are not checked. */
  tensors?: readonly TensorInfo[] | undefined;
}

/** A reference from a self-test or example of carton.toml to a tensor or file. */
interface Use {
  /** Who refers, at the beginning of a sentence: `Self-test 1, input “x”,`. */
  who: string;
  reference: string;
  place: FieldPath;
  binding: BindingPlace;
}

/**
 * Checks carton.toml and the tensor index without any data: references to nothing, tensors whose dtype or shape does
 * not fit the schema, texts and options that are not as the format asks.
 */
export function checkCarton(input: CheckInput): readonly Finding[] {
  const { toml } = input;
  const report = new Report();
  checkSides(input, report);
  duplicateNames(input, 'input', report);
  duplicateNames(input, 'output', report);
  checkSymbols(input, report);
  report.include(checkMeta(input));
  const tensors = input.tensors && new Map(input.tensors.map((tensor) => [tensor.name, tensor]));
  const inside = new Map(
    input.tensors?.flatMap(({ name, inner }) => (inner ?? []).map((part) => [part, name] as const)),
  );
  const specs = { input: specsByName(toml.input), output: specsByName(toml.output) };
  const firsts: Parameters<typeof compareSymbols>[2] = new Map();
  let left = MAX_COMPARISONS;
  for (const uses of groups(toml)) {
    const symbols = new Symbols();
    for (const use of uses) {
      const { side, name } = use.binding;
      const at = () => ({ path: CARTON_TOML, ...input.places.at(use.place), binding: use.binding });
      if (use.reference.startsWith(MISC_PREFIX)) {
        const path = use.reference.slice(1);
        if (!input.lists(path))
          report.add('reference/file-missing', `${use.who} is ${quote(path)}, which is not in the package.`, at);
      }
      const spec = specs[side].get(name);
      // A spec that lost its name may be the one meant. Where there are no specs at all, `checkSides` reports it once.
      if (!spec && specs[side].size > 0 && !specs[side].has(undefined))
        report.add('schema/unknown-binding', `${use.who} is not an ${side} of the schema.`, at);
      if (!use.reference.startsWith(TENSOR_PREFIX) || !tensors) continue;
      const referred = use.reference.slice(TENSOR_PREFIX.length);
      const tensor = tensors.get(referred);
      if (!tensor) {
        const message = `${use.who} is the tensor ${quote(referred)}, which is not in the index.`;
        report.add('reference/tensor-missing', message, at);
        continue;
      }
      const owner = inside.get(referred);
      if (owner !== undefined) {
        const message = `${use.who} is the tensor ${quote(referred)}, which is part of ${quote(owner)}.`;
        report.add('tensor/inner-reused', message, at);
      }
      left -= 1 + (tensor.inner?.length ?? 0);
      if (spec && left > 0) {
        const parts = tensor.inner?.flatMap((part) => tensors.get(part) ?? []);
        for (const problem of symbols.fit(spec, tensor, parts))
          report.add(problem.code, `${use.who} ${problem.message}.`, at);
      }
    }
    if (uses[0]) compareSymbols(symbols, uses[0], firsts, input.places, report);
  }
  if (left <= 0)
    report.add('schema/not-compared', 'Only part of the data was compared with the schema.', { path: CARTON_TOML });
  return report.findings;
}

/** Names of symbols that are meant to differ from run to run. */
const BATCH = /batch/i;

/**
 * Tells once of each symbol that a self-test or example gives a value that differs from an earlier one's, but for
 * batch sizes.
 *
 * @param firsts by symbol, its first value and whose it is. Undefined for a symbol that was told of
 */
function compareSymbols(
  symbols: Symbols,
  { binding, place }: Use,
  firsts: Map<string, { value: string; who: string } | undefined>,
  places: TomlPlaces,
  report: Report,
): void {
  const who = `${binding.of} ${binding.index + 1}`;
  for (const [symbol, value] of symbols.values) {
    const first = firsts.get(symbol);
    if (!firsts.has(symbol)) firsts.set(symbol, { value, who });
    else if (first && first.value !== value && !BATCH.test(symbol)) {
      const [one, other] = [first.value, value].map((text) => shortened(text));
      const message = `The symbol ${quote(symbol)} is ${one} in ${first.who} and ${other} in ${who}.`;
      report.add('schema/symbol-varies', message, { path: CARTON_TOML, ...places.at(place.slice(0, 2)) });
      firsts.set(symbol, undefined);
    }
  }
}

function specsByName(specs: readonly CartonSpec[] = []): Map<string | undefined, CartonSpec> {
  // Of two specs with one name the first counts, as everywhere; a Map keeps the last, so the order is reversed.
  return new Map(specs.map((spec) => [spec.name, spec] as const).reverse());
}

/** What each self-test and each example uses, one group for each: within a group, a symbol has one value. */
function* groups(toml: CartonToml): Generator<Use[]> {
  for (const list of ['self_test', 'example'] as const) {
    const of = list === 'example' ? 'example' : 'self-test';
    for (const [index, item] of (toml[list] ?? []).entries())
      yield (['input', 'output'] as const).flatMap((side) => {
        const table = BINDING_TABLES[list][side];
        const references = (item as Record<string, Record<string, string> | undefined>)[table] ?? {};
        return Object.entries(references).map(([name, reference]) => ({
          who: `${capitalized(of)} ${index + 1}, ${side} ${quote(name)},`,
          reference,
          place: [list, index, table, name],
          binding: { of, index, side, name },
        }));
      });
  }
}

/**
 * Two rules of the format document: "If you specify one input or output, you must specify all", and both "must be
 * specified" for self-tests and examples.
 */
function checkSides({ toml, places }: CheckInput, report: Report): void {
  const at = (...place: FieldPath) => ({ path: CARTON_TOML, ...places.at(place) });
  const inputs = toml.input?.length ?? 0;
  const outputs = toml.output?.length ?? 0;
  if (inputs > 0 !== outputs > 0) {
    const [stated, left] = inputs > 0 ? (['input', 'outputs'] as const) : (['output', 'inputs'] as const);
    report.add('schema/one-sided', `carton.toml declares ${stated}s, but no ${left}.`, at(stated, 0));
    return;
  }
  if (inputs > 0) return;
  const [what, field] = toml.self_test?.length
    ? (['self-tests', 'self_test'] as const)
    : (['examples', 'example'] as const);
  if (toml[field]?.length)
    report.add('schema/absent', `carton.toml has ${what}, but declares no inputs and outputs.`, at(field, 0));
}

function duplicateNames({ toml, places }: CheckInput, side: 'input' | 'output', report: Report): void {
  const seen = new Set<string>();
  for (const [i, { name }] of (toml[side] ?? []).entries()) {
    if (name === undefined) continue;
    if (seen.has(name)) {
      const at = () => ({ path: CARTON_TOML, ...places.at([side, i, 'name']) });
      report.add('schema/duplicate-name', `Two ${side}s are named ${quote(name)}.`, at);
    }
    seen.add(name);
  }
}
