import { firstInput, input, OUTPUT, SOUND, schema, toml } from './carton-examples.ts';
import { type DocumentSection, inPackage } from './row.ts';

const DTYPES = [
  'float32',
  'float64',
  'string',
  'int8',
  'int16',
  'int32',
  'int64',
  'uint8',
  'uint16',
  'uint32',
  'uint64',
];
const ALL_DTYPES = DTYPES.map((dtype) => input(dtype, '"*"', dtype)).join('');
const SHAPES = `${input('symbol', '"input_shape"')}${input('any', '"*"')}${input('scalar', '[]')}${input('dims', '["*", "n", 3]')}`;

/** Of two inputs whose first dimension is the same symbol: of `a` it is 2, of the nested `n` 1. */
const twoInputs = (tests: string) =>
  toml({ schema: input('x', '["n"]') + input('z', '["n", "*"]', 'int8') + OUTPUT, cases: tests });
const nestedInput = (shape: string) =>
  toml({ schema: input('z', shape, 'int8') + OUTPUT, cases: '[[self_test]]\ninputs = { z = "@tensor_data/n" }\n' });

/** `[[input]]` and `[[output]]` of carton.toml. */
export const SCHEMA_ROWS: DocumentSection = {
  heading: 'Inputs and outputs',
  rows: [
    {
      defines:
        '`input` and `output` are optional, highly recommended arrays of tables. If one is specified, all must be.',
      shown: {
        where: 'Schema, “Inputs” and “Outputs”',
        in: SOUND,
        by: inPackage(({ inputs, outputs }) => [...inputs, ...outputs].map(({ name }) => name)),
        gives: ['x', 'z', 'y'],
      },
      checked: [
        { code: 'schema/one-sided', in: schema(input('x', '[]')) },
        { code: 'schema/wrong-type', in: toml({ schema: 'input = 1\n', cases: '' }) },
      ],
      edited: {
        where: 'Edit, “Inputs” and “Outputs”',
        in: SOUND,
        set: ['input.+.name=more', 'input.2.dtype=float32', 'input.2.shape="*"'],
        by: inPackage(({ inputs }) => inputs.map(({ name }) => name)),
        gives: ['x', 'z', 'more'],
      },
    },
    {
      defines: 'They have an order, which is used where the caller names no tensors.',
      shown: {
        where: 'Schema, in this order',
        in: schema(input('b', '[]') + input('a', '[]') + OUTPUT),
        by: inPackage(({ inputs }) => inputs.map(({ name }) => name)),
        gives: ['b', 'a'],
      },
    },
    {
      defines: '`name` is a string.',
      shown: { where: 'Schema, “Name”', in: SOUND, by: firstInput('name'), gives: 'x' },
      checked: [
        { code: 'schema/missing-field', in: schema(`[[input]]\ndtype = "int8"\nshape = []\n${OUTPUT}`) },
        { code: 'schema/duplicate-name', in: schema(input('x', '[]') + input('x', '[]') + OUTPUT) },
      ],
      edited: {
        where: 'Edit, “Input 1 name”',
        in: schema(input('x', '[]') + OUTPUT),
        set: 'input.0.name=w',
        by: firstInput('name'),
        gives: 'w',
      },
    },
    {
      defines: `\`dtype\` is one of ${DTYPES.map((dtype) => `\`${dtype}\``).join(', ')}.`,
      shown: {
        where: 'Schema, “Type”',
        in: schema(ALL_DTYPES + OUTPUT),
        by: inPackage(({ inputs }) => inputs.map(({ dtype }) => dtype)),
        gives: DTYPES,
      },
      checked: [{ code: 'schema/dtype', in: schema(input('x', '[]', 'float16') + OUTPUT) }],
      edited: {
        where: 'Edit, “Input 1 dtype”',
        in: schema(input('x', '[]') + OUTPUT),
        set: 'input.0.dtype=int8',
        by: firstInput('dtype'),
        gives: 'int8',
      },
    },
    {
      defines:
        '`shape` is a symbol, `"*"` (any shape), an empty list (a scalar), or a list with a symbol or an integer for each dimension.',
      shown: {
        where: 'Schema, “Shape”',
        in: schema(SHAPES + OUTPUT),
        by: inPackage(({ inputs }) => inputs.map(({ shape }) => shape)),
        gives: ['input_shape', '*', [], ['*', 'n', 3n]],
      },
      checked: [
        { code: 'schema/shape', in: schema(input('x', '[-1]') + OUTPUT) },
        { code: 'schema/shape', in: schema(input('x', '[1.5]') + OUTPUT) },
        {
          code: 'schema/shape-mismatch',
          in: toml({
            schema: input('x', '["n", 2]') + OUTPUT,
            cases: '[[self_test]]\ninputs = { x = "@tensor_data/a" }\n',
          }),
        },
        {
          code: 'schema/dtype-mismatch',
          in: toml({
            schema: input('x', '["n"]', 'int8') + OUTPUT,
            cases: '[[self_test]]\ninputs = { x = "@tensor_data/a" }\n',
          }),
        },
      ],
      edited: {
        where: 'Edit, “Input 1 shape”',
        in: schema(input('x', '[]') + OUTPUT),
        set: 'input.0.shape=["n", 3]',
        by: firstInput('shape'),
        gives: ['n', 3n],
      },
    },
    {
      defines:
        'A symbol is an arbitrary string that must have the same value wherever it is used across all inputs and outputs.',
      shown: {
        where: 'Schema, where choosing a symbol marks its other uses',
        in: schema(input('a', '["n"]') + input('b', '["n"]') + OUTPUT),
        by: inPackage(({ inputs }) => inputs.map(({ shape }) => shape)),
        gives: [['n'], ['n']],
      },
      checked: [
        {
          code: 'schema/symbol-conflict',
          in: twoInputs('[[self_test]]\ninputs = { x = "@tensor_data/a", z = "@tensor_data/n" }\n'),
        },
        { code: 'schema/symbol-kind', in: schema(input('a', '["n"]') + input('b', '"n"') + OUTPUT) },
        { code: 'schema/symbol-empty', in: schema(input('a', '[""]') + OUTPUT) },
        {
          code: 'schema/symbol-varies',
          in: twoInputs(
            '[[self_test]]\ninputs = { x = "@tensor_data/a" }\n[[self_test]]\ninputs = { z = "@tensor_data/n" }\n',
          ),
        },
      ],
    },
    {
      defines: '`"*"` is a reserved symbol: it can have a different value each time.',
      shown: {
        where: 'Schema, “Shape”',
        in: schema(input('a', '["*", "*"]') + input('b', '"*"') + OUTPUT),
        by: inPackage(({ findings }) => findings),
        gives: [],
      },
    },
    {
      defines: 'Lists of dimensions also stand for ragged (nested) tensors.',
      shown: {
        where: 'Self-tests and Examples, beside the schema',
        in: nestedInput('["*", "*"]'),
        by: inPackage(({ findings }) => findings),
        gives: [],
      },
      checked: [{ code: 'schema/shape-mismatch', in: nestedInput('["*"]') }],
    },
    {
      defines: '`description` (optional) says what the input or output is.',
      shown: { where: 'Schema, “Description”', in: SOUND, by: firstInput('description'), gives: 'Numbers' },
      edited: {
        where: 'Edit, “Input 1 description”',
        in: SOUND,
        set: 'input.0.description=Others',
        by: firstInput('description'),
        gives: 'Others',
      },
    },
    {
      defines:
        '`internal_name` (optional) is a name that runners can use, such as that of a node. Callers do not see it.',
      shown: { where: 'Schema, “Internal name”', in: SOUND, by: firstInput('internalName'), gives: 'scope/x:0' },
      edited: {
        where: 'Edit, “Input 1 internal name”',
        in: SOUND,
        set: 'input.0.internal_name=x:1',
        by: firstInput('internalName'),
        gives: 'x:1',
      },
    },
  ],
};
