import { grouped } from '../../../base/amounts.ts';
import type { Report } from '../../../base/report.ts';
import { quote } from '../../../base/text.ts';
import { isList, isObject, type Json, type JsonObject } from './json.ts';
import { MAX_SHOWN } from './limits.ts';
import type { ShownGraph, ShownNode } from './own.ts';

/**
 * Reads a graph of TVM's GraphExecutor (`GraphExecutor::Load`): nodes whose inputs are outputs of nodes before them,
 * and for each output a shape and type. Reports what the executor would refuse.
 *
 * @returns the nodes that the page lists, the names of all functions that nodes call, and the output nodes' names
 */
export function readGraph(
  value: Json,
  path: string,
  report: Report,
): { graph: ShownGraph; functions: ReadonlySet<string> } | undefined {
  const bad = (message: string) => report.add('mlf/bad-graph', `${quote(path)}: ${message}.`, { path });
  const nodes = isObject(value) ? value.get('nodes') : undefined;
  if (!isObject(value) || !isList(nodes)) {
    bad('it has no list “nodes”');
    return undefined;
  }
  const objects = nodes.filter(isObject);
  if (objects.length !== nodes.length) {
    bad('a node is not an object');
    return undefined;
  }
  const names = objects.map((node) => stringOf(node.get('name')) ?? '');
  const rows = rowsOf(value.get('node_row_ptr'), nodes.length);
  if (!rows) bad(`“node_row_ptr” does not have ${nodes.length + 1} ascending numbers`);
  const entries = rows?.at(-1);
  const attributes = value.get('attrs');
  const shapes = attributeOf(attributes, 'shape');
  const types = attributeOf(attributes, 'dltype');
  for (const [key, list] of [
    ['shape', shapes],
    ['dltype', types],
    ['storage_id', attributeOf(attributes, 'storage_id')],
  ] as const) {
    if (!list) bad(`“attrs” has no list “${key}”`);
    else if (entries !== undefined && list.length !== entries) {
      bad(grouped`“${key}” has ${list.length} items for ${entries} outputs of nodes`);
    }
  }
  for (const key of ['arg_nodes', 'heads'] as const) {
    const list = value.get(key);
    if (!isList(list)) bad(`it has no list “${key}”`);
    else if (list.some((item) => !isNode(key === 'heads' && isList(item) ? item[0] : item, nodes.length))) {
      bad(`“${key}” names a node that is not there`);
    }
  }
  const functions = new Set<string>();
  const shown: ShownNode[] = [];
  for (const [index, node] of objects.entries()) {
    const func = functionOf(node);
    if (func !== undefined) functions.add(func);
    const inputs = inputsOf(node, index);
    if (!inputs) bad(`an input of node ${quote(names[index] as string)} is not a node before it`);
    if (shown.length >= MAX_SHOWN) continue;
    const op = stringOf(node.get('op')) ?? '';
    const row = rows?.[index];
    const shape = row === undefined ? undefined : shapeOf(shapes?.[row]);
    const dtype = row === undefined ? undefined : stringOf(types?.[row]);
    shown.push({
      name: names[index] as string,
      op,
      func,
      inputs: (inputs ?? []).map((input) => names[input] as string),
      shape,
      dtype,
    });
  }
  const heads = value.get('heads');
  const outputs = (isList(heads) ? heads : []).flatMap((head) => {
    const at = isList(head) ? head[0] : head;
    return isNode(at, shown.length) ? (shown[Number(at)] as ShownNode) : [];
  });
  return { graph: { path, nodes: shown, outputs: outputs.slice(0, MAX_SHOWN), count: nodes.length }, functions };
}

function stringOf(value: Json | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isNode(value: Json | undefined, count: number): boolean {
  return typeof value === 'bigint' && value >= 0n && value < BigInt(count);
}

/** The function that a node calls. A node without one, `__nop`, only passes its input on. */
function functionOf(node: JsonObject): string | undefined {
  const attributes = node.get('attrs');
  const name = isObject(attributes) ? stringOf(attributes.get('func_name')) : undefined;
  return name === '__nop' ? undefined : name;
}

/** The nodes that a node's inputs come from: each input is `[node, output, version]`. */
function inputsOf(node: JsonObject, index: number): number[] | undefined {
  const inputs = node.get('inputs');
  if (inputs === undefined) return [];
  if (!isList(inputs)) return undefined;
  const found = inputs.map((input) => (isList(input) ? input[0] : input));
  return found.every((at) => isNode(at, index)) ? found.map(Number) : undefined;
}

/** The first output of each node, and the number of all. */
function rowsOf(value: Json | undefined, nodes: number): number[] | undefined {
  if (!isList(value) || value.length !== nodes + 1) return undefined;
  const rows = value.map((item) => (typeof item === 'bigint' && item >= 0n && item < 2n ** 31n ? Number(item) : -1));
  return rows.every((row, at) => row >= (at === 0 ? 0 : (rows[at - 1] as number))) ? rows : undefined;
}

/** The list of an attribute, which stands beside its type: `["list_shape", [[1, 1]]]`. */
function attributeOf(attributes: Json | undefined, key: string): readonly Json[] | undefined {
  const value = isObject(attributes) ? attributes.get(key) : undefined;
  const list = isList(value) ? value[1] : undefined;
  return isList(list) ? list : undefined;
}

function shapeOf(value: Json | undefined): bigint[] | undefined {
  if (!isList(value)) return undefined;
  const lengths = value.filter((item) => typeof item === 'bigint');
  return lengths.length === value.length ? lengths : undefined;
}
