import * as v from 'valibot';
import type { Finding } from '../../../../base/findings.ts';
import { MAX_RANK } from '../../../../base/limits.ts';
import { unsafeReason } from '../../../../base/path.ts';
import { Report } from '../../../../base/report.ts';
import { quote } from '../../../../base/text.ts';
import { isTable } from '../../../../model/edit/field.ts';
import type { TensorInfo } from '../../../../model/package.ts';
import { parseToml, type TomlFile, type TomlPlaces } from '../../../../toml/parser.ts';
import { MAX_INDEX_VALUES } from '../limits.ts';
import { TENSOR_FOLDER, TENSOR_INDEX } from '../paths.ts';
import { isSizes } from './carton-schema.ts';
import { CARTON_DTYPES } from './dtypes.ts';
import type { FixId } from './fix.ts';
import { issueFinding, issuePath } from './issue.ts';

/** A tensor as the index describes it. */
export interface IndexTensor extends Omit<TensorInfo, 'data'> {
  /** Path of the file with its data, in the package. */
  file?: string;
}

export interface TensorIndex {
  /** In the file's order. Of two with one name, the first. */
  tensors: IndexTensor[];
  /** False where the text is not TOML or has no list of tensors. Then nothing is known about its tensors. */
  readable: boolean;
  findings: readonly Finding[];
  /** Where the tensor with this name is in the text. */
  at(name: string): { line: number; column: number };
}

const text = v.string('a string');

/** As strict as the reference reader: `inner` is required even where it is empty. */
const nestedSchema = v.object({ name: text, dtype: text, inner: v.array(text, 'a list of names') });

const flatSchema = v.object({
  name: text,
  dtype: v.picklist([...CARTON_DTYPES, 'nested'], 'a dtype of the format, or "nested"'),
  shape: v.custom<bigint[]>(
    (value) => isSizes(value),
    `a list of at most ${MAX_RANK} whole numbers (0 or more, 64 bits)`,
  ),
  file: text,
  inner: v.array(text, 'a list of names'),
});

/** The path of the tensor index, and the codes of findings about the file as a whole. */
export const INDEX_TOML: TomlFile = {
  path: TENSOR_INDEX,
  syntax: 'toml/syntax',
  tooLarge: 'carton/file-too-large',
  maxValues: MAX_INDEX_VALUES,
};

/**
 * Reads tensor_data/index.toml (format document, "tensor_data"). A tensor that cannot be used becomes findings and is
 * left out. A tensor whose file is outside of the folder has no `file`, and `problem` says so. `checkNesting` checks
 * what nested tensors hold. Never throws.
 */
export function parseTensorIndex(bytes: Uint8Array): TensorIndex {
  const document = parseToml(bytes, INDEX_TOML);
  const tensors: IndexTensor[] = [];
  const report = new Report();
  report.include(document.findings);
  const positions = new Map<string, number>();
  const index: TensorIndex = {
    tensors,
    readable: false,
    findings: report.findings,
    at: (name) => document.at(['tensor', positions.get(name) ?? 0]),
  };
  if (!document.value) return index;
  const list = document.value.tensor;
  if (!Array.isArray(list)) {
    const problem = list === undefined ? 'has no list “tensor”' : 'has something other than a list as “tensor”';
    report.add('tensor/index-syntax', `${TENSOR_INDEX} ${problem}.`, {
      path: TENSOR_INDEX,
      ...document.at(['tensor']),
    });
    return index;
  }
  index.readable = true;
  for (const [i, item] of list.entries()) {
    const tensor = readTensor(item, i, document, report);
    if (!tensor) continue;
    if (positions.has(tensor.name)) {
      const place = { path: TENSOR_INDEX, ...document.at(['tensor', i, 'name']) };
      report.add('tensor/duplicate-name', `The index has the name ${quote(tensor.name)} more than once.`, place);
      continue;
    }
    positions.set(tensor.name, i);
    tensors.push(tensor);
  }
  return index;
}

function readTensor(item: unknown, i: number, places: TomlPlaces, report: Report): IndexTensor | undefined {
  const place = (field: string) => ({ path: TENSOR_INDEX, ...places.at(['tensor', i, field]) });
  if (!isTable(item)) {
    report.add('tensor/index-syntax', `Tensor ${i + 1} of the index is not a table.`, place(''));
    return undefined;
  }
  const nested = item.dtype === 'nested';
  const wrong = new Set<unknown>();
  for (const issue of v.safeParse(nested ? nestedSchema : flatSchema, item).issues ?? []) {
    const [field] = issuePath(issue);
    const found = issueFinding(issue, TENSOR_INDEX, places, 'tensor/index-syntax', ['tensor', i]);
    // A tensor that is not nested holds no others, so a missing `inner` can only be empty.
    report.include([
      field === 'inner' && !nested && issue.input === undefined ? { ...found, fix: 'renew' satisfies FixId } : found,
    ]);
    wrong.add(field);
  }
  const { name, dtype, shape, file, inner } = item as v.InferOutput<typeof flatSchema>;
  // A tensor that is not nested is complete without `inner`.
  if (nested) return wrong.size > 0 ? undefined : { name, dtype, shape: [], inner: [...inner] };
  wrong.delete('inner');
  if (wrong.size > 0) return undefined;
  const info: IndexTensor = { name, dtype, shape: [...shape] };
  if (unsafeReason(file) === undefined) {
    info.file = TENSOR_FOLDER + file;
    const ending = dtype === 'string' ? '.toml' : '.bin';
    const message = `The file of tensor ${quote(name)}, ${quote(file)}, does not end in ${ending}.`;
    if (!file.endsWith(ending)) report.add('tensor/file-ending', message, place('file'));
  } else {
    info.problem = 'Its file is outside tensor_data.';
    const message = `The file of tensor ${quote(name)}, ${quote(file)}, is outside tensor_data.`;
    report.add('tensor/unsafe-path', message, place('file'));
  }
  return info;
}

/**
 * Checks what nested tensors hold. Each part must exist, must not be nested itself, and must belong to one nested
 * tensor only. Otherwise the reference reader refuses to load.
 */
export function checkNesting(index: TensorIndex): readonly Finding[] {
  const byName = new Map(index.tensors.map((tensor) => [tensor.name, tensor]));
  const owner = new Map<string, string>();
  const report = new Report();
  for (const { name, inner } of index.tensors) {
    for (const part of inner ?? []) {
      const place = () => ({ path: TENSOR_INDEX, ...index.at(name) });
      const target = byName.get(part);
      const first = owner.get(part);
      if (!target)
        report.add('tensor/inner-missing', `${quote(name)} contains ${quote(part)}, which is not in the index.`, place);
      else if (target.dtype === 'nested')
        report.add('tensor/nested-in-nested', `${quote(name)} contains ${quote(part)}, which is nested itself.`, place);
      else if (first !== undefined) {
        const message = `${quote(part)} is in ${quote(name)} and already in ${quote(first)}.`;
        report.add('tensor/inner-reused', message, place);
      } else owner.set(part, name);
    }
  }
  return report.findings;
}
