import { formatCount } from '../../../../../base/amounts.ts';
import { quote } from '../../../../../base/text.ts';
import type { ComponentPlan, Lift } from './component.ts';
import { typeText } from './type-text.ts';
import type { ComponentItem } from './types.ts';

/** The types that the runner knows, in the order of their codes. Names are those of the interface. */
export const MODEL_DTYPES = [
  ['float', 'float32'],
  ['double', 'float64'],
  ['I8', 'int8'],
  ['I16', 'int16'],
  ['I32', 'int32'],
  ['I64', 'int64'],
  ['U8', 'uint8'],
  ['U16', 'uint16'],
  ['U32', 'uint32'],
  ['U64', 'uint64'],
] as const;

const NUMERIC = `record { buffer: list<u8>, dtype: enum { ${MODEL_DTYPES.map(([name]) => name).join(', ')} }, shape: list<u64> }`;
const TEXTS = 'record { buffer: list<string>, shape: list<u64> }';
const TENSORS = `list<tuple<string, variant { numeric(${NUMERIC}), string(${TEXTS}) }>>`;

/** The function of a model: it takes named tensors, and gives named tensors. */
const INFER = 'infer';

/** The package of the interface. */
const OWN_PACKAGE = 'carton-wasm:lib/';

/** Names in a sentence. */
const MAX_NAMED = 3;

/** How the model of a component is called, or why it cannot run here, in a sentence. */
export function inferOf({ imports, exports, unsupported }: ComponentPlan): { lift: Lift } | { problem: string } {
  const asked = imports.filter(([name, item]) => !isOwn(name, item)).map(([name]) => name);
  if (asked.length > 0)
    return { problem: `The component asks for ${named(asked)}. A model that runs here asks for nothing.` };
  if (unsupported.size > 0)
    return { problem: `The component has ${[...unsupported].join(', ')}. A model that runs here has none.` };
  const [, item, lift] = exports.find(([name]) => name === INFER) ?? [];
  if (item?.kind !== 'function') return { problem: `The component has no function “${INFER}”, which a model has.` };
  const { parts = [], result } = item.type ?? {};
  const takes = parts.length === 1 && parts[0]?.[1] ? typeText(parts[0][1], true) : '';
  if (!lift || takes !== TENSORS || !result || typeText(result, true) !== TENSORS)
    return { problem: `The function “${INFER}” of the component takes or gives something else than a model’s does.` };
  return { lift };
}

/** Whether an import is a type, or an interface of the runner's package that has only types: nothing comes with it. */
function isOwn(name: string, item: ComponentItem): boolean {
  return isOfTypes(item) && (item.kind === 'type' || name.startsWith(OWN_PACKAGE));
}

function isOfTypes({ kind, type }: ComponentItem): boolean {
  const items = kind === 'instance' ? [...(type?.items?.values() ?? [])] : [{ kind, type }];
  return items.length > 0 && items.every((item) => item.kind === 'type' && item.type?.kind !== 'resource');
}

function named(names: readonly string[]): string {
  const first = names.slice(0, MAX_NAMED).map(quote);
  const left = names.length - first.length;
  return first.join(', ') + (left > 0 ? ` and ${formatCount(left)} more` : '');
}
