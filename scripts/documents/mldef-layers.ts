import { type FieldRow, fieldRows, inTable, SOUND } from './mldef-examples.ts';
import { type DocumentSection, valuesOf } from './row.ts';

const room = (key: string) => inTable(({ nodeRanges }) => nodeRanges[0]?.[key]);

/** What the table says of a node range's floats, together, and how it is then with a value that was set to 0.25. */
type FloatTexts = 'normalization' | 'range' | 'errorValues';
const BEFORE: Readonly<Record<FloatTexts, string>> = {
  normalization: '(x − 20) × 0.1 + 0.5',
  range: '-40 to 60, normalized -5.5 to 4.5',
  errorValues: 'missing -1, above range 61, below range -41',
};

/** A field of the type float: its name in the document, and the key of its assignment. */
function floatRow(
  label: string,
  key: string,
  of: FloatTexts,
  after: string,
  says: string,
  ...wrong: FieldRow['wrong']
): FieldRow {
  return {
    defines: `${label} (float): ${says}.`,
    where: '“Node ranges”',
    by: room(of),
    gives: BEFORE[of],
    set: `nodeRange.0.${key}=0.25`,
    after,
    wrong: [['mldef/bad-type', { [label]: 'much' }], ...wrong],
  };
}

/** What the document says of the sections of node ranges. */
export const NODE_RANGE_SECTIONS: DocumentSection = {
  heading: 'Node range sections',
  rows: [
    {
      defines: 'Each section declares one or more input or output nodes of the model.',
      shown: {
        where: 'Overview, “Node ranges”; Schema',
        in: SOUND,
        by: inTable(({ nodeRanges }) => nodeRanges.map(({ name }) => name)),
        gives: ['room', 'heat'],
      },
      edited: {
        where: 'Edit, “Node ranges”, and `--set`: added, removed, duplicated and ordered',
        in: SOUND,
        set: ['nodeRange.+.name=hall', 'nodeRange.2.type=output', 'nodeRange.2.count=1'],
        by: inTable(({ nodeRanges }) => nodeRanges.map(({ name, type }) => [name, type])),
        gives: [
          ['room', 'input'],
          ['heat', 'output'],
          ['hall', 'output'],
        ],
      },
    },
    ...fieldRows('Node ranges', 0, [
      {
        defines: 'Name (text): the name of these nodes.',
        where: '“Node ranges”',
        by: room('name'),
        gives: 'room',
        set: 'nodeRange.0.name=rooms',
        after: 'rooms',
        wrong: [['mldef/missing-detail', { Name: '' }]],
      },
      {
        defines: 'Description (text): the purpose of these nodes.',
        where: '“Node ranges”',
        by: room('description'),
        gives: 'Temperatures of two rooms',
        set: 'nodeRange.0.description=Rooms',
        after: 'Rooms',
        wrong: [['mldef/bad-type', { Description: 1 }]],
      },
      {
        defines: 'Type (input or output): the type of node.',
        where: '“Node ranges”; Schema has inputs and outputs apart',
        by: room('type'),
        gives: 'input',
        set: 'nodeRange.0.type=output',
        after: 'output',
        wrong: [
          ['mldef/missing-field', { Type: '' }],
          ['mldef/bad-enum', { Type: 'both' }],
        ],
      },
      {
        defines: 'Count (uint): the number of nodes.',
        where: '“Node ranges”; Schema, “Shape”',
        by: room('count'),
        gives: 2,
        set: 'nodeRange.0.count=4',
        after: 4,
        wrong: [
          ['mldef/missing-field', { Count: undefined }],
          ['mldef/bad-number', { Count: 1.5 }],
          ['mldef/number-as-text', { Count: '2' }],
          ['mldef/no-nodes', { Count: 0 }],
          ['mldef/input-count', { Count: 3 }],
        ],
      },
      {
        defines: 'Unit (seconds, hertz, meters, grams, …): the unit of the data.',
        where: '“Node ranges”',
        by: room('unit'),
        gives: 'kelvin',
        set: 'nodeRange.0.unit=seconds',
        after: 'seconds',
        wrong: [['mldef/bad-type', { Unit: 1 }]],
        left: 'any unit is accepted, since the list in the document is open.',
      },
      floatRow(
        'Normalization pre-offset',
        'preOffset',
        'normalization',
        '(x + 0.25) × 0.1 + 0.5',
        'the offset of the original data before it is scaled',
      ),
      floatRow(
        'Normalization scale',
        'scale',
        'normalization',
        '(x − 20) × 0.25 + 0.5',
        'the factor of the original data',
        ['mldef/zero-scale', { 'Normalization scale': 0 }],
      ),
      floatRow(
        'Normalization post-offset',
        'postOffset',
        'normalization',
        '(x − 20) × 0.1 + 0.25',
        'the offset after the data is scaled',
      ),
      floatRow(
        'Maximum value',
        'maximum',
        'range',
        '-40 to 0.25, normalized -5.5 to -1.475',
        'the largest value that data can have',
        ['mldef/empty-range', { 'Maximum value': -50 }],
      ),
      floatRow(
        'Minimum value',
        'minimum',
        'range',
        '0.25 to 60, normalized -1.475 to 4.5',
        'the smallest value that data can have',
        ['mldef/empty-range', { 'Minimum value': 70 }],
      ),
      floatRow(
        'Missing error-value',
        'missing',
        'errorValues',
        'missing 0.25, above range 61, below range -41',
        'what is sent where data is missing',
      ),
      floatRow(
        'Above range error-value',
        'aboveRange',
        'errorValues',
        'missing -1, above range 0.25, below range -41',
        'what is sent where data is above the range',
      ),
      floatRow(
        'Below range error-value',
        'belowRange',
        'errorValues',
        'missing -1, above range 61, below range 0.25',
        'what is sent where data is below the range',
      ),
    ]),
  ],
};

const hidden = (key: string) => inTable(({ layers }) => layers[1]?.[key]);
const INPUT_MUST_BE_EMPTY = 'It must be empty for layers marked as input.';

/** What the document says of the sections of layers. */
export const LAYER_SECTIONS: DocumentSection = {
  heading: 'Layer sections',
  rows: [
    {
      defines: 'Each section declares a layer, whose weights are data points of a data file.',
      shown: {
        where: 'Overview, “Layers”; Tensors, the weights of each',
        in: SOUND,
        by: valuesOf('hidden'),
        gives: [-1.25, 2, 3],
      },
      edited: {
        where: 'Edit, “Layers”, and `--set`: added, removed, duplicated and ordered',
        in: SOUND,
        set: [
          'layer.+.name=last',
          'layer.3.prior=out',
          'layer.3.dataSource=weights',
          'layer.3.startIndex=0',
          'layer.3.count=1',
        ],
        by: inTable(({ layers }) => layers.map(({ name }) => name)),
        gives: ['in', 'hidden', 'out', 'last'],
      },
    },
    ...fieldRows('Layers', 1, [
      {
        defines: 'Name (text): the unique name by which the layer is referenced later.',
        where: '“Layers”',
        by: hidden('name'),
        gives: 'hidden',
        set: 'layer.1.name=middle',
        after: 'middle',
        wrong: [
          ['mldef/missing-field', { Name: '' }],
          ['mldef/duplicate-name', { Name: 'out' }],
        ],
      },
      {
        defines: `Prior (text): the layer from which this one takes input. ${INPUT_MUST_BE_EMPTY}`,
        where: '“Layers”',
        by: inTable(({ layers }) => layers[2]?.prior),
        gives: 'hidden',
        set: 'layer.2.prior=in',
        after: 'in',
        wrong: [
          ['mldef/no-prior', { Prior: '' }],
          ['mldef/prior-unknown', { Prior: 'ghost' }],
          ['mldef/prior-later', { Prior: 'out' }],
          ['mldef/prior-cycle', { Prior: 'hidden' }],
          ['mldef/input-not-empty', { Capabilities: 'input' }],
        ],
      },
      {
        defines: 'Description (text): the purpose of the layer.',
        where: '“Layers”',
        by: hidden('description'),
        gives: undefined,
        set: 'layer.1.description=Weighs',
        after: 'Weighs',
        wrong: [['mldef/bad-type', { Description: 1 }]],
      },
      {
        defines: 'Capabilities (text): a comma-separated list of words, such as feed-forward, dense, input and output.',
        where: '“Layers”',
        by: hidden('capabilities'),
        gives: ['dense'],
        set: 'layer.1.capabilities=dense, noisy',
        after: ['dense', 'noisy'],
        wrong: [['mldef/list-of-words', { Capabilities: ['dense'] }]],
        left: 'other words than the examples are not reported: the list is open.',
      },
      {
        defines: `DataSource (text): the name of a data file as declared before. ${INPUT_MUST_BE_EMPTY}`,
        where: '“Layers”',
        by: hidden('dataSource'),
        gives: 'weights',
        set: 'layer.1.dataSource=table',
        after: 'table',
        wrong: [
          ['mldef/source-unknown', { DataSource: 'ghost' }],
          ['mldef/input-not-empty', { Capabilities: 'input', Prior: '' }],
        ],
      },
      {
        defines: `StartIndex (uint): the first data point that is a weight of the layer. ${INPUT_MUST_BE_EMPTY}`,
        where: '“Layers”',
        by: hidden('startIndex'),
        gives: 1,
        set: 'layer.1.startIndex=2',
        after: 2,
        wrong: [
          ['mldef/bad-number', { StartIndex: -1 }],
          ['mldef/slice-outside', { StartIndex: 3 }],
          ['mldef/input-not-empty', { Capabilities: 'input', Prior: '', DataSource: '' }],
        ],
      },
      {
        defines: 'Count (uint): the number of data points that are weights of the layer, or the number of inputs.',
        where: '“Layers”',
        by: hidden('count'),
        gives: 3,
        set: 'layer.1.count=2',
        after: 2,
        wrong: [
          ['mldef/missing-field', { Count: '' }],
          ['mldef/slice-outside', { Count: 9 }],
          ['mldef/no-weights', { Count: 0 }],
        ],
      },
    ]),
  ],
};
