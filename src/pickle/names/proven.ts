import { words } from './words.ts';

/** The functions of proven calls: `getattr`, under the names that Python 2 and 3 have for it. */
export const PROVEN_CALLABLES: ReadonlySet<string> = new Set(['builtins.getattr', '__builtin__.getattr']);

/** An imported object whose listed attributes are known to be harmless, and who writes them as calls of `getattr`. */
export interface ProvenObject {
  object: string;
  attributes: readonly string[];
}

const optimizers = `ADAMW_HF ADAMW_TORCH ADAMW_TORCH_FUSED ADAMW_TORCH_XLA ADAMW_TORCH_NPU_FUSED ADAMW_APEX_FUSED
  ADAFACTOR ADAMW_ANYPRECISION ADAMW_TORCH_4BIT ADAMW_TORCH_8BIT ADEMAMIX SGD ADAGRAD ADAMW_BNB ADAMW_8BIT
  ADEMAMIX_8BIT LION_8BIT LION PAGED_ADAMW PAGED_ADAMW_8BIT PAGED_ADEMAMIX PAGED_ADEMAMIX_8BIT PAGED_LION
  PAGED_LION_8BIT RMSPROP RMSPROP_BNB RMSPROP_8BIT RMSPROP_32BIT GALORE_ADAMW GALORE_ADAMW_8BIT GALORE_ADAFACTOR
  GALORE_ADAMW_LAYERWISE GALORE_ADAMW_8BIT_LAYERWISE GALORE_ADAFACTOR_LAYERWISE LOMO ADALOMO GROKADAMW
  SCHEDULE_FREE_RADAM SCHEDULE_FREE_ADAMW SCHEDULE_FREE_SGD APOLLO_ADAMW APOLLO_ADAMW_LAYERWISE STABLE_ADAMW`;

const schedules = `LINEAR COSINE COSINE_WITH_RESTARTS POLYNOMIAL CONSTANT CONSTANT_WITH_WARMUP INVERSE_SQRT
  REDUCE_ON_PLATEAU COSINE_WITH_MIN_LR COSINE_WARMUP_WITH_MIN_LR WARMUP_STABLE_DECAY`;

const distributions = `NO MULTI_CPU MULTI_GPU MULTI_NPU MULTI_MLU MULTI_SDAA MULTI_MUSA MULTI_XPU MULTI_HPU
  MULTI_NEURON DEEPSPEED FSDP TPU XLA MEGATRON_LM`;

const dynamos = `NO EAGER AOT_EAGER INDUCTOR AOT_TS_NVFUSER NVPRIMS_NVFUSER CUDAGRAPHS OFI FX2TRT ONNXRT TENSORRT
  AOT_TORCHXLA_TRACE_ONCE TORCHXLA_TRACE_ONCE IPEX TVM HPU_BACKEND`;

const object = (name: string, attributes: string): ProvenObject => ({ object: name, attributes: words(attributes) });

/** Members of enumerations: plain constants. Early releases of Python 3.11 (3.11.2, not 3.11.7) write one as `getattr(Class, "MEMBER")`. */
export const PROVEN_MEMBERS: readonly ProvenObject[] = [
  object('transformers.training_args.OptimizerNames', optimizers),
  object('transformers.trainer_utils.IntervalStrategy', 'NO STEPS EPOCH'),
  object('transformers.trainer_utils.EvaluationStrategy', 'NO STEPS EPOCH'),
  object('transformers.trainer_utils.SaveStrategy', 'NO STEPS EPOCH BEST'),
  object('transformers.trainer_utils.HubStrategy', 'END EVERY_SAVE CHECKPOINT ALL_CHECKPOINTS'),
  object('transformers.trainer_utils.SchedulerType', schedules),
  object(
    'transformers.trainer_utils.FSDPOption',
    'FULL_SHARD SHARD_GRAD_OP NO_SHARD HYBRID_SHARD HYBRID_SHARD_ZERO2 OFFLOAD AUTO_WRAP',
  ),
  object('transformers.trainer_utils.ShardedDDPOption', 'SIMPLE ZERO_DP_2 ZERO_DP_3 OFFLOAD AUTO_WRAP'),
  object('transformers.debug_utils.DebugOption', 'UNDERFLOW_OVERFLOW TPU_METRICS_DEBUG'),
  object('accelerate.utils.dataclasses.DistributedType', distributions),
  object('accelerate.utils.dataclasses.PrecisionType', 'NO FP8 FP16 BF16'),
  object('accelerate.utils.dataclasses.DynamoBackend', dynamos),
  object('accelerate.utils.dataclasses.RNGType', 'TORCH CUDA MLU MUSA NPU XLA XPU HPU NEURON GENERATOR'),
];

/**
 * Functions of a class, kept as a value. Before protocol 4, a function in a class is written as `getattr(Class,
 * "function")`. YOLO's models that segment keep `forward` of the detection head so.
 */
export const PROVEN_FUNCTIONS: readonly ProvenObject[] = [
  object('ultralytics.nn.modules.head.Detect', 'forward'),
  object('ultralytics.nn.modules.Detect', 'forward'),
  object('torch.optim.lr_scheduler.OneCycleLR', '_annealing_cos _annealing_linear'),
];

/**
 * Methods of an object of a class, which was made without arguments. Whatever the pickle gives the object under this
 * name, it names itself. PyTorch 1 keeps the function of numbers that anneals the rate so, in each state of the class.
 */
export const PROVEN_METHODS: readonly ProvenObject[] = [
  object('torch.optim.lr_scheduler.OneCycleLR', '_annealing_cos _annealing_linear'),
];

const attributesOf = (objects: readonly ProvenObject[]): ReadonlySet<string> =>
  new Set(objects.flatMap(({ object: name, attributes }) => attributes.map((attribute) => `${name}.${attribute}`)));

const ofImported = attributesOf([...PROVEN_MEMBERS, ...PROVEN_FUNCTIONS]);
const ofInstance = attributesOf(PROVEN_METHODS);

/**
 * Whether an attribute is known to be harmless, of an imported object or of an instance of an imported class. Its name
 * and that of the import must match exactly.
 */
export function isProvenAttribute(name: string, attribute: string, isInstance: boolean): boolean {
  return !attribute.includes('.') && (isInstance ? ofInstance : ofImported).has(`${name}.${attribute}`);
}
