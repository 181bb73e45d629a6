import { formatNumberOf } from '../../../base/amounts.ts';
import type { TensorSpec } from '../../../model/package.ts';
import { dtypeFacts } from '../../../tensor/dtype.ts';
import { type Metadata, prefixOf } from './metadata.ts';
import type { ShownGraph } from './own.ts';
import type { DeclaredArgument } from './sources.ts';
import type { Parameters } from './tensors.ts';

/**
 * The inputs or outputs: those that version 7 states, with types and sizes and no shapes, else those of the graph, else
 * those that a header declares. Nodes of the graph that take nothing and are not parameters are its inputs: where
 * parameters are missing, which of them are inputs is unknown.
 */
export function argumentsOf(
  metadata: Metadata,
  of: 'inputs' | 'outputs',
  graphs: readonly ShownGraph[],
  parameters: Pick<Parameters, 'tensors' | 'isWhole'>,
  declared: readonly DeclaredArgument[],
): TensorSpec[] {
  const stated = metadata.modules.flatMap((module) =>
    module[of].map(({ name, dtype, bytes }) => ({
      name: `${prefixOf(module, metadata)}${name}`,
      ...shapeIn(graphs, name, dtype, bytes),
      dtype,
      description: bytes === undefined ? undefined : formatNumberOf(bytes, 'byte'),
    })),
  );
  if (stated.length > 0) return stated;
  if (graphs.length !== 1 || (of === 'inputs' && !parameters.isWhole)) return declaredArguments(declared, of);
  const nodes = graphs.flatMap((graph) =>
    of === 'outputs'
      ? graph.outputs
      : graph.nodes.filter(({ op, name }) => op === 'null' && !parameters.tensors.has(name)),
  );
  return nodes.map(({ name, dtype, shape }) => ({ name, dtype, shape, shapeless: shape ? undefined : true }));
}

/** What headers declare: pointers without types, and their sizes. */
function declaredArguments(declared: readonly DeclaredArgument[], of: 'inputs' | 'outputs'): TensorSpec[] {
  const hasSeveral = new Set(declared.map(({ module }) => module)).size > 1;
  return declared
    .filter((argument) => argument.of === of)
    .map(({ module, name, bytes }) => ({
      name: hasSeveral ? `${module}: ${name}` : name,
      shapeless: true,
      description: bytes === undefined ? undefined : formatNumberOf(BigInt(bytes), 'byte'),
    }));
}

/** The shape of an input, which the graph has where there is one that needs as many bytes. */
function shapeIn(
  graphs: readonly ShownGraph[],
  input: string,
  dtype: string | undefined,
  bytes: bigint | undefined,
): Pick<TensorSpec, 'shape' | 'shapeless'> {
  const node =
    graphs.length === 1 ? graphs[0]?.nodes.find(({ op, name }) => op === 'null' && name === input) : undefined;
  const bits = dtypeFacts(dtype ?? '')?.bits;
  if (!node?.shape || bits === undefined) return { shapeless: true };
  const count = node.shape.reduce((product, length) => product * length, 1n);
  return (count * BigInt(bits) + 7n) / 8n === bytes ? { shape: node.shape } : { shapeless: true };
}
