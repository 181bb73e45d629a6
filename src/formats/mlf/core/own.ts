/** What the format's own view knows of a package. Plain data. */
export interface MlfOwn {
  graphs: readonly ShownGraph[];
  /** Files of `codegen`: generated sources and compiled ones. */
  sources: readonly ShownSource[];
  /** Where each function of the graph and the metadata is written, by name. */
  functions: readonly ShownFunction[];
  /** Whether the files of the runtime are in the package, in `runtime/`. */
  hasRuntime: boolean;
}

export interface ShownGraph {
  path: string;
  /** The first of them. */
  nodes: readonly ShownNode[];
  /** Those whose outputs are the graph's, as far as they are among `nodes`. */
  outputs: readonly ShownNode[];
  /** All nodes. */
  count: number;
}

export interface ShownNode {
  name: string;
  /** `null` of an input or parameter, `tvm_op` of a function. */
  op: string;
  func?: string;
  /** Names of the nodes whose outputs it takes. */
  inputs: readonly string[];
  /** Of its first output. */
  shape?: readonly bigint[];
  dtype?: string;
}

export interface ShownSource {
  path: string;
  size: number;
  kind: 'source' | 'header' | 'library';
}

export interface ShownFunction {
  name: string;
  path: string;
  line: number;
  /** What C declares before and after its name: "int32_t" and "(void* x)". Undefined where it is only called. */
  signature?: { before: string; after: string };
}
