import { describe, expect, it } from 'vitest';
import { walkPickles } from './walk.ts';

const text = (value: string) => `\x8c${String.fromCharCode(value.length)}${value}`;
const GETATTR = 'cbuiltins\ngetattr\n';
const OPTIMIZERS = 'ctransformers.training_args\nOptimizerNames\n';
const ARGS = `${OPTIMIZERS}${text('ADAMW_TORCH')}\x86`;
/** `getattr(OptimizerNames, "ADAMW_TORCH")`, which leaves its result on the stack. */
const PROVEN = `${GETATTR}${ARGS}R`;

async function standings(opcodes: string) {
  const bytes = Uint8Array.from(opcodes, (char) => char.charCodeAt(0));
  const { imports } = await walkPickles({
    size: bytes.length,
    read: async (start, end) => bytes.slice(start, end),
  });
  return imports.list.filter(({ name }) => name === 'getattr').map(({ standing }) => standing);
}

const ONE_CYCLE = 'ctorch.optim.lr_scheduler\nOneCycleLR\n';

describe('getattr is harmless', () => {
  it.each<[string, string]>([
    ['of a member of an enumeration', `${PROVEN}.`],
    ['under its old name', `c__builtin__\ngetattr\n${ARGS}R.`],
    ['by STACK_GLOBAL', `${text('builtins')}${text('getattr')}\x93${ARGS}R.`],
    ['by INST', `(${OPTIMIZERS}${text('SGD')}ibuiltins\ngetattr\n.`],
    ['by OBJ', `(${GETATTR}${OPTIMIZERS}${text('SGD')}o.`],
    ['several times, from the memo', `]${GETATTR}q\x00${ARGS}Rah\x00${ARGS}Rah\x00${ARGS}Ra.`],
    ['in several pickles', `${PROVEN}.${PROVEN}.`],
    ['for a method of a scheduler', `${GETATTR}${ONE_CYCLE})\x81}b${text('_annealing_cos')}\x86R.`],
    [
      'for a function of the detection head of YOLO',
      `${GETATTR}cultralytics.nn.modules.head\nDetect\n${text('forward')}\x86R.`,
    ],
  ])('%s', async (_, opcodes) => {
    expect(await standings(opcodes)).toEqual(['harmless']);
  });
});

describe('getattr is dangerous', () => {
  it.each<[string, string]>([
    ['by itself', `${GETATTR}.`],
    ['with an attribute that is not a member', `${GETATTR}${OPTIMIZERS}${text('__class__')}\x86R.`],
    [
      'with a member of another enumeration',
      `${GETATTR}ctransformers.trainer_utils\nHubStrategy\n${text('SGD')}\x86R.`,
    ],
    ['with a path of attributes', `${GETATTR}${OPTIMIZERS}${text('SGD.__class__')}\x86R.`],
    [
      'with a class that only begins the same',
      `${GETATTR}ctransformers.training_args\nOptimizerNames.SGD\n${text('SGD')}\x86R.`,
    ],
    ['with parts cut elsewhere', `${GETATTR}ctransformers\ntraining_args\n${text('OptimizerNames.SGD')}\x86R.`],
    ['with another method of an object', `${GETATTR}${ONE_CYCLE})\x81${text('step')}\x86R.`],
    ['with an object that was given arguments', `${GETATTR}${ONE_CYCLE}N\x85\x81${text('_annealing_cos')}\x86R.`],
    ['with an object of an enumeration', `${GETATTR}${OPTIMIZERS})\x81${text('SGD')}\x86R.`],
    ['with a default', `${GETATTR}${OPTIMIZERS}${text('SGD')}N\x87R.`],
    ['with a list', `${GETATTR}(${OPTIMIZERS}${text('SGD')}lR.`],
    ['with keywords', `${GETATTR}${OPTIMIZERS}${text('SGD')}\x86}\x92.`],
    ['with a class that a call returns', `${GETATTR}${OPTIMIZERS})R${text('SGD')}\x86R.`],
    ['with an attribute that a call returns', `${GETATTR}${OPTIMIZERS}cown\nname\n)R\x86R.`],
    ['with an attribute in bytes', `${GETATTR}${OPTIMIZERS}C\x03SGD\x86R.`],
    [
      'with a class whose name is computed',
      `${GETATTR}${text('transformers.training_args')}cown\nname\n)R\x93${text('SGD')}\x86R.`,
    ],
    ['with arguments that the program supplies', `${GETATTR}P1\nR.`],
    ['beside a use as an argument', `${PROVEN}0cown\nmap\n${GETATTR}\x85R.`],
    ['beside a use as the only argument', `${PROVEN}0cown\nmap\n${GETATTR}R.`],
    ['beside a use as an item of a list', `]${PROVEN}a${GETATTR}a.`],
    ['beside a use as an item of several', `](${PROVEN}${GETATTR}e.`],
    ['beside a use as a key', `}${PROVEN}Ns${GETATTR}Ns.`],
    ['beside a use as a value', `}N${PROVEN}sN${GETATTR}s.`],
    ['beside a use as a state', `${PROVEN}0cown\nModel\n)R${GETATTR}b.`],
    ['beside a use as an id', `${PROVEN}0${GETATTR}Q.`],
    ['beside another call', `${PROVEN}0${GETATTR}cown\nModel\n${text('run')}\x86R.`],
    ['beside another call by INST', `${PROVEN}0(cown\nModel\n${text('run')}ibuiltins\ngetattr\n.`],
    ['where INST makes up for it', `(${OPTIMIZERS}${text('SGD')}ibuiltins\ngetattr\n0${GETATTR}.`],
    ['left as the result, from the memo', `${GETATTR}q\x00${ARGS}R0h\x00.`],
    ['left as an argument, from the memo', `${GETATTR}q\x00${ARGS}R0cown\nmap\nh\x00\x85R.`],
    ['left as a copy', `${GETATTR}2${ARGS}R0.`],
    ['copied, where another proven call follows', `${GETATTR}2${ARGS}R0${PROVEN}0.`],
    ['from the memo of the pickle before', `${GETATTR}q\x00${ARGS}R.${PROVEN}0cown\nmap\nh\x00\x85R.`],
    ['in a later pickle', `${PROVEN}.${GETATTR}.`],
    ['in an earlier pickle', `${GETATTR}.${PROVEN}.`],
    ['under its other name', `${PROVEN}0c__builtin__\ngetattr\n.`],
    ['where the class was changed', `${OPTIMIZERS}}${text('SGD')}cown\nrun\nsb0${PROVEN}.`],
    [
      'where the module was changed',
      `ctransformers\ntraining_args\n}${text('OptimizerNames')}cown\nrun\nsb0${PROVEN}.`,
    ],
    ['where getattr was changed', `${GETATTR}}b0${PROVEN}.`],
    ['where an item of a class was set', `${OPTIMIZERS}NNs0${PROVEN}.`],
    ['where the member is changed', `${PROVEN}}${text('_value_')}Nsb.`],
    ['where the member is given items', `${PROVEN}(Ne.`],
    ['where the member is called', `${PROVEN})R.`],
    ['where the pickle is cut off', PROVEN],
    ['where the pickle is broken', `${PROVEN}\xff`],
  ])('%s', async (_, opcodes) => {
    const found = await standings(opcodes);
    expect(new Set(found)).toEqual(new Set(['dangerous']));
  });
});
