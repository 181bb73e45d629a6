import { quote } from '../../../base/text.ts';
import type { OriginRule, Package } from '../../../model/package.ts';
import type { HeaderValues } from './facts.ts';

/**
 * What tensors were called in the model of Hugging Face's transformers that llama.cpp's converter made them from
 * (`TensorNameMap` of gguf-py), and how it changed their elements (`modify_tensors` of its classes), for architectures of
 * which both are certain. Left out: what the converter makes itself, such as `rope_freqs.weight`, and tensors of experts,
 * each of which is a stack of several.
 */

/** Names in the file, and in the model. */
type Names = readonly (readonly [from: string, to: string])[];

/** Names in a block, without `blk.0` and `model.layers.0`, and without `.weight` or `.bias`. */
const ATTENTION: Names = [
  ['attn_q', 'self_attn.q_proj'],
  ['attn_k', 'self_attn.k_proj'],
  ['attn_v', 'self_attn.v_proj'],
  ['attn_output', 'self_attn.o_proj'],
];
const HEAD_NORMS: Names = [
  ['attn_q_norm', 'self_attn.q_norm'],
  ['attn_k_norm', 'self_attn.k_norm'],
];
const FEED_FORWARD: Names = [
  ['ffn_gate', 'mlp.gate_proj'],
  ['ffn_up', 'mlp.up_proj'],
  ['ffn_down', 'mlp.down_proj'],
];
const NORMS: Names = [
  ['attn_norm', 'input_layernorm'],
  ['ffn_norm', 'post_attention_layernorm'],
];
const NORMS_AFTER: Names = [
  ['post_attention_norm', 'post_attention_layernorm'],
  ['post_ffw_norm', 'post_feedforward_layernorm'],
];
const NORMS_AROUND: Names = [
  ['attn_norm', 'input_layernorm'],
  ['ffn_norm', 'pre_feedforward_layernorm'],
  ...NORMS_AFTER,
];
const SHARED_EXPERT: Names = [
  ['ffn_gate_inp', 'mlp.gate'],
  ['ffn_gate_inp_shexp', 'mlp.shared_expert_gate'],
  ['ffn_gate_shexp', 'mlp.shared_expert.gate_proj'],
  ['ffn_up_shexp', 'mlp.shared_expert.up_proj'],
  ['ffn_down_shexp', 'mlp.shared_expert.down_proj'],
];

/** Names outside of the blocks, which all these architectures share. */
const AROUND: Names = [
  ['token_embd', 'model.embed_tokens'],
  ['output_norm', 'model.norm'],
  ['output', 'lm_head'],
];

interface Architecture {
  names: Names;
  /** The rows of `attn_q` and `attn_k` are interleaved: transformers rotates halves of a head, llama.cpp neighbors. */
  interleaves?: true;
  /** 1 is added to the weights of norms: transformers multiplies by 1 + weight. */
  addsToNorms?: true;
}

const LLAMA_LIKE = [...ATTENTION, ...FEED_FORWARD, ...NORMS];
const QWEN3 = [...LLAMA_LIKE, ...HEAD_NORMS];
const GEMMA2 = [...ATTENTION, ...FEED_FORWARD, ...NORMS_AROUND];

/** By `general.architecture`. Mistral and Mixtral are `llama`. */
const ARCHITECTURES: ReadonlyMap<string, Architecture> = new Map<string, Architecture>([
  ['llama', { names: [...LLAMA_LIKE, ['ffn_gate_inp', 'block_sparse_moe.gate']], interleaves: true }],
  ['granite', { names: LLAMA_LIKE, interleaves: true }],
  ['smollm3', { names: LLAMA_LIKE, interleaves: true }],
  ['arcee', { names: LLAMA_LIKE, interleaves: true }],
  ['qwen2', { names: LLAMA_LIKE }],
  ['qwen2moe', { names: [...LLAMA_LIKE, ...SHARED_EXPERT] }],
  ['qwen3', { names: QWEN3 }],
  ['qwen3moe', { names: [...QWEN3, ['ffn_gate_inp', 'mlp.gate']] }],
  ['olmo2', { names: [...ATTENTION, ...HEAD_NORMS, ...FEED_FORWARD, ...NORMS_AFTER] }],
  ['gemma', { names: LLAMA_LIKE, addsToNorms: true }],
  ['gemma2', { names: GEMMA2, addsToNorms: true }],
  ['gemma3', { names: [...GEMMA2, ...HEAD_NORMS], addsToNorms: true }],
  [
    'phi3',
    {
      names: [
        ['attn_qkv', 'self_attn.qkv_proj'],
        ['attn_output', 'self_attn.o_proj'],
        ['ffn_up', 'mlp.gate_up_proj'],
        ['ffn_down', 'mlp.down_proj'],
        ...NORMS,
      ],
    },
  ],
]);

/** What the tensors of a file were before they were converted, or why that is not known. */
export function originsOf(values: HeaderValues): Pick<Package, 'origins' | 'noOrigins'> {
  const name = values.text('general.architecture');
  if (name === undefined) return {};
  const architecture = ARCHITECTURES.get(name);
  if (!architecture) {
    return {
      noOrigins: `Boxcutter does not know how tensors of the architecture ${quote(name)} were called and changed when they were converted.`,
    };
  }
  const { names, addsToNorms } = architecture;
  const rule = (from: string, to: string, more?: object) => ({
    from: `${from}.*`,
    to: `${to}.*`,
    ...(addsToNorms && from.endsWith('norm') && { plus: 1 }),
    ...more,
  });
  return {
    origins: [
      ...AROUND.map(([from, to]) => rule(from, to)),
      ...names.flatMap(([from, to]): OriginRule[] => {
        const heads = architecture.interleaves ? interleavedHeads(from, values, name) : {};
        return heads ? [rule(`blk.*.${from}`, `model.layers.*.${to}`, heads)] : [];
      }),
    ],
  };
}

/** The heads of which rows are interleaved. Undefined where nobody knows how many they are, or where layers differ. */
function interleavedHeads(name: string, values: HeaderValues, architecture: string): { heads?: number } | undefined {
  if (name !== 'attn_q' && name !== 'attn_k') return {};
  const [own, ofKeys] = ['head_count', 'head_count_kv'].map((key) => `${architecture}.attention.${key}`);
  const key = name === 'attn_k' && values.get(ofKeys as string) ? ofKeys : own;
  const value = values.get(key as string)?.value;
  const heads = typeof value === 'bigint' ? Number(value) : value;
  return typeof heads === 'number' && Number.isSafeInteger(heads) && heads > 0 ? { heads } : undefined;
}
