import {
  library,
  MAIN,
  MAIN_PANEL,
  METADATA,
  main,
  memory,
  metadata,
  OPERATORS_PANEL,
  operator,
  panel,
  SOUND,
} from './mlf-examples.ts';
import { LAYOUT } from './mlf-layout.ts';
import { type DocumentSection, type FormatDocument, factIn, inPackage } from './row.ts';

const METADATA_ROWS: DocumentSection = {
  heading: 'Metadata',
  rows: [
    {
      defines: '`metadata.json`, at the root, has the machine-readable metadata: a dictionary.',
      shown: { where: 'Overview', in: SOUND, by: inPackage(({ title }) => title), gives: 'sine' },
      checked: [
        { code: 'mlf/no-metadata', in: library({ 'metadata.json': undefined }) },
        { code: 'mlf/bad-json', in: library({ 'metadata.json': '{' }) },
        { code: 'mlf/bad-metadata', in: library({ 'metadata.json': '[]' }) },
        {
          code: 'mlf/duplicate-key',
          in: library({ 'metadata.json': JSON.stringify(METADATA).replace('{', '{"version":4,') }),
        },
        { code: 'mlf/not-a-number', in: library({ 'metadata.json': JSON.stringify(METADATA).replace('1184', 'NaN') }) },
      ],
    },
    {
      defines:
        '`export_datetime` is the time of the export, in the strftime format `"%Y-%M-%d %H:%M:%SZ"`. TVM writes the month (`%m`) where this has the minutes: both are read.',
      shown: { where: 'Overview, “Exported”', in: SOUND, by: factIn('Exported'), gives: '2024-02-29 22:24:53Z' },
      checked: [
        { code: 'mlf/bad-date', in: metadata({ export_datetime: '2024-02-30 22:24:53Z' }) },
        { code: 'mlf/missing-field', in: metadata({ export_datetime: undefined }) },
      ],
    },
    {
      defines: '`memory` sums up the memory that the generated functions use.',
      shown: {
        where: 'Overview, “Memory of the main function” and “Workspaces of operator functions”',
        in: SOUND,
        by: inPackage(({ panels }) => panels?.slice(0, 2).map(({ title }) => title)),
        gives: [MAIN_PANEL, OPERATORS_PANEL],
      },
      checked: [
        { code: 'mlf/missing-field', in: metadata({ memory: undefined }) },
        { code: 'mlf/field-type', in: metadata({ memory: [] }) },
      ],
    },
    {
      defines: '`model_name` is the name of the model.',
      shown: { where: 'Overview, “Model name”', in: SOUND, by: factIn('Model name'), gives: 'sine' },
      checked: [
        { code: 'mlf/missing-field', in: metadata({ model_name: undefined }) },
        { code: 'mlf/field-type', in: metadata({ model_name: 1 }) },
      ],
    },
    {
      defines: '`executors` lists the executors that the model supports. At present it is always `["graph"]`.',
      shown: { where: 'Overview, “Executors”', in: SOUND, by: factIn('Executors'), gives: 'graph' },
      checked: [
        { code: 'mlf/missing-field', in: metadata({ executors: undefined }) },
        { code: 'mlf/field-type', in: metadata({ executors: 'graph' }) },
        { code: 'mlf/empty-field', in: metadata({ executors: [] }) },
      ],
      left: 'other executors are not reported: later versions of TVM write `aot`.',
    },
    {
      defines:
        '`target` maps `device_type` (an integer as text) to the description of the sub-target that is used for it.',
      shown: {
        where: 'Overview, “Target”, with the kind of device',
        in: SOUND,
        by: inPackage(({ facts }) => facts.find(({ label }) => label === 'Target')),
        gives: { label: 'Target', value: 'c -keys=cpu', note: 'on CPU (1)' },
      },
      checked: [
        { code: 'mlf/missing-field', in: metadata({ target: undefined }) },
        { code: 'mlf/field-type', in: metadata({ target: { cpu: 'c' } }) },
        { code: 'mlf/empty-field', in: metadata({ target: {} }) },
      ],
    },
    {
      defines: '`version` is the number of the format’s version. The document describes version `5`.',
      shown: { where: 'Overview, “Version”', in: SOUND, by: factIn('Version'), gives: '5' },
      checked: [
        { code: 'mlf/bad-version', in: metadata({ version: '5' }) },
        { code: 'mlf/unknown-version', in: metadata({ version: 8 }) },
      ],
    },
  ],
};

const MEMORY_ROWS: DocumentSection = {
  heading: 'Memory usage summary',
  rows: [
    {
      defines:
        '`"main"`: a list that sums up what the main function uses, with the functions that it calls (`MainFunctionWorkspaceUsage`).',
      shown: {
        where: `Overview, “${MAIN_PANEL}”: a sum for each device`,
        in: memory({ main: [MAIN, { ...MAIN, device: 2 }] }),
        by: inPackage(({ panels = [] }) => panels[0]?.rows.slice(0, 2).map(({ label, bytes }) => [label, bytes])),
        gives: [
          ['Total on CPU (1)', 2476n],
          ['Total on CUDA (2)', 2476n],
        ],
      },
      checked: [
        { code: 'mlf/missing-field', in: memory({ main: undefined }) },
        { code: 'mlf/field-type', in: memory({ main: {} }) },
        { code: 'mlf/empty-field', in: memory({ main: [] }) },
      ],
    },
    {
      defines:
        '`"operator_functions"`: a map from the name of an operator function to a list with what it uses of each workspace (`FunctionWorkspaceUsage`).',
      shown: {
        where: `Overview, “${OPERATORS_PANEL}”`,
        in: SOUND,
        by: panel(OPERATORS_PANEL),
        gives: [
          ['Total', '', 96n],
          ['fused_dense', 'CPU (1)', 96n],
        ],
      },
      checked: [
        { code: 'mlf/missing-field', in: memory({ operator_functions: undefined }) },
        { code: 'mlf/field-type', in: memory({ operator_functions: 1 }) },
        { code: 'mlf/empty-field', in: memory({ operator_functions: { fused_dense: [] } }) },
      ],
    },
    {
      defines: 'Of main: `"device"`, an `int`, the `device_type` of the workspace.',
      shown: {
        where: `Overview, “${MAIN_PANEL}”, the second column`,
        in: SOUND,
        by: panel(MAIN_PANEL),
        gives: [
          ['Total', '', 2476n],
          ['Workspace', 'CPU (1)', 1184n],
          ['Constants', 'CPU (1)', 1284n],
          ['Inputs and outputs', 'CPU (1)', 8n],
        ],
      },
      checked: [
        { code: 'mlf/missing-field', in: main({ device: undefined }) },
        { code: 'mlf/field-type', in: main({ device: '1' }) },
      ],
    },
    ...(
      [
        ['workspace_size_bytes', 'Workspace', 1184n, 'the bytes that the functions called in the workspace need'],
        ['constants_size_bytes', 'Constants', 1284n, 'the size of the constants of the main function'],
        ['io_size_bytes', 'Inputs and outputs', 8n, 'the sum of the sizes of the buffers that the functions use'],
      ] as const
    ).map(([key, label, bytes, says]) => ({
      defines: `Of main: \`"${key}"\`, an \`int\`, ${says}.`,
      shown: {
        where: `Overview, “${label}”`,
        in: SOUND,
        by: inPackage(({ panels = [] }) => panels[0]?.rows.find((row) => row.label === label)?.bytes),
        gives: bytes,
      },
      checked: [
        { code: 'mlf/missing-field' as const, in: main({ [key]: undefined }) },
        { code: 'mlf/field-type' as const, in: main({ [key]: -1 }) },
      ],
    })),
    {
      defines: 'Of an operator function: `"device"`, an `int`, the `device_type` of the workspace.',
      shown: {
        where: `Overview, “${OPERATORS_PANEL}”, the second column`,
        in: operator({ device: 2 }),
        by: panel(OPERATORS_PANEL),
        gives: [
          ['Total', '', 96n],
          ['fused_dense', 'CUDA (2)', 96n],
        ],
      },
      checked: [
        { code: 'mlf/missing-field', in: operator({ device: undefined }) },
        { code: 'mlf/field-type', in: operator({ device: '1' }) },
      ],
    },
    {
      defines: 'Of an operator function: `"workspace_size_bytes"`, an `int`, the bytes that it needs in the workspace.',
      shown: {
        where: `Overview, “${OPERATORS_PANEL}”`,
        in: operator({ workspace_size_bytes: 7 }),
        by: panel(OPERATORS_PANEL),
        gives: [
          ['Total', '', 7n],
          ['fused_dense', 'CPU (1)', 7n],
        ],
      },
      checked: [
        { code: 'mlf/missing-field', in: operator({ workspace_size_bytes: undefined }) },
        { code: 'mlf/field-type', in: operator({ workspace_size_bytes: 1.5 }) },
      ],
    },
  ],
};

/** TVM's document, part by part. */
export const MLF_DOCUMENT: FormatDocument = {
  title: 'Model Library Format (TVM)',
  about:
    'The [document](https://tvm.apache.org/docs/arch/model_library_format.html) of version 5. Boxcutter does not edit model libraries: an export of TVM is not written by hand.',
  sound: SOUND,
  sections: [LAYOUT, METADATA_ROWS, MEMORY_ROWS],
};
