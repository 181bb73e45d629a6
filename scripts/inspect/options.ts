/** An option of the command line. */
export interface Option {
  /** What stands for its value. Left out: it takes none. */
  value?: string;
  multiple?: true;
  short?: string;
  /** It means something only beside one of these. */
  with?: readonly string[];
  /** What it does: the words after its name. */
  about: string;
}

/** All options of the command line, in the order of `--help`. */
export const OPTIONS = {
  in: { value: 'PATH', multiple: true, about: 'opens the package inside this file. Repeat it to go deeper' },
  json: { about: 'prints a JSON object' },
  tensor: {
    value: 'NAME',
    about: `prints a tensor instead: its type, shape, first values and statistics, and where values are stored in
      blocks with scales, the block of the first one`,
  },
  slice: { value: 'SLICE', about: "takes only part of the tensor, in NumPy notation: --slice '0, :, -3:'" },
  npy: { value: 'NEW', about: 'saves the tensor, or the slice, as NEW, a .npy file that must not exist yet' },
  csv: {
    value: 'NEW',
    about: `the same as comma-separated values, in rows along the last dimension. Beyond two dimensions, the indices
      of the others stand before each row`,
  },
  tsv: { value: 'NEW', about: 'the same, separated by tabs' },
  index: { with: ['csv', 'tsv'], about: 'a row for each value, after its index in the tensor' },
  png: {
    value: 'NEW',
    about: `the same as a picture of rows × columns, or with three or four channels. Of uint8, 255 is white. Other
      values are stretched from the least to the largest, unless all lie from 0 to 1`,
  },
  statistics: {
    with: ['tensor'],
    about: `also the median, the 1st and the 99th percentile, and where the least, the largest, and the first zero,
      NaN and infinite value are`,
  },
  scan: {
    about: `looks at all values of all tensors instead: prints which have NaN, infinite values, nothing but zeros,
      one value, a value far from all others, the same content as another, or rows or columns of zeros. --json
      has the statistics of all of them, and so has --csv, which takes no name here`,
  },
  compare: {
    value: 'OTHER[:NAME]',
    with: ['tensor'],
    about: `compares it instead, element by element, with a tensor of another file or URL: NAME, else the one of the
      same name, apart from a prefix, else the one that it was converted from, or the other way round, else the
      only one. OTHER has the expected values. As numpy.allclose, it is close where |a − b| ≤ atol + rtol × |b|.
      Prints how much they differ, and where`,
  },
  rtol: {
    value: 'N',
    with: ['compare'],
    about: `the relative tolerance. By default by the coarser type: 1e-5 for float32, 1e-7 for float64, one step of
      a narrower float, and 0 for whole numbers`,
  },
  atol: {
    value: 'N',
    with: ['compare'],
    about: `the absolute tolerance. By default by the coarser type: 1e-8 for float32, 1e-9 for float64, the least
      step of a narrower float, and 0 for whole numbers`,
  },
  'equal-nan': { with: ['compare'], about: 'NaN counts as equal to NaN' },
  transposed: { with: ['compare'], about: 'the other tensor is the transpose' },
  sample: {
    value: 'BLOCKS',
    with: ['compare'],
    about: `reads only so many blocks of each, 4,096 values at most and evenly spread. The figures are of these
      alone`,
  },
  checklist: {
    about: `prints instead what an exacting publisher wants of the package before others get it, and which of that is
      done. Reads all files, of a URL only with --verify, and asks no other host: linked files are not checked.
      --json prints [{ "check", "done" }]`,
  },
  run: {
    about: `runs the self-tests of a wasm carton instead, in a thread without network or files. Prints what comes of
      each, and how far its outputs are from the expected ones. --json prints { "results": [{ "name", "result" }] }`,
  },
  'run-memory': {
    value: 'MB',
    with: ['run'],
    about: 'the memory that a model may use, in millions of bytes. By default 1,000',
  },
  'run-time': {
    value: 'SECONDS',
    with: ['run'],
    about: 'the time that each self-test may take before it is stopped. By default 60',
  },
  with: {
    value: 'OTHER',
    about: `prints instead how another file, folder or URL differs: what callers notice, what loading it would run,
      fields, files and tensors, without the values of tensors`,
  },
  breaking: { with: ['with'], about: 'only what breaks callers counts, and is printed' },
  markdown: { with: ['with'], about: 'prints Markdown, for a pull request' },
  verify: { about: 'reads every byte, and compares it with the hashes, sizes and checksums that the package has' },
  strict: { about: 'warnings fail, too. With --scan, also each tensor that there is something to look at in' },
  format: {
    value: 'text|findings|github|sarif',
    about: `the form of the report: text (the default), findings (without all else), github (annotations, and all
      findings in the summary of the step), or sarif (SARIF 2.1.0)`,
  },
  sarif: { value: 'NEW', about: 'also saves a report as SARIF 2.1.0 in NEW, which must not exist yet' },
  baseline: {
    value: 'FILE',
    about: `a TOML file of accepted findings, which do not fail until their last day. docs/ci.md explains it`,
  },
  'write-baseline': {
    value: 'NEW',
    about: 'instead of a report, writes a baseline that accepts all errors and warnings. NEW must not exist yet',
  },
  reason: { value: 'TEXT', with: ['write-baseline'], about: 'why they are accepted' },
  until: { value: 'DATE', with: ['write-baseline'], about: 'the last day on which they are: 2027-01-31' },
  set: {
    value: 'KEY=VALUE',
    multiple: true,
    about: 'sets a field of the metadata file. Repeat it to set several, in order',
  },
  put: { value: 'PATH=FILE', multiple: true, about: 'adds a file to the package, or replaces the one at PATH' },
  rename: {
    value: 'OLD=NEW',
    multiple: true,
    about: 'gives a file, or all files of a folder, another path. References to it follow',
  },
  remove: { value: 'PATH', multiple: true, about: 'removes a file, or all files of a folder' },
  link: {
    value: 'PATH=URL',
    multiple: true,
    about: `makes a file a link, or adds a URL to one that is. The file is downloaded from there first, and must
      have the same SHA-256`,
  },
  bake: {
    value: 'PATH',
    multiple: true,
    about: `downloads a linked file, or all of a folder, and puts it into the package. It must have its SHA-256.
      Asks no host of a local network, unless --link or --force says so`,
  },
  reseal: {
    about: `recomputes the hashes of all files and saves a list of hashes with them. Prints each file that did not
      match the old list: with new hashes, nobody can tell anymore that it changed. Adds files that were not
      listed, and removes lines of missing files. Files that are only linked keep their hash. Saves nothing if a
      file cannot be read`,
  },
  new: {
    value: 'FOLDER',
    about: `makes a package from the files of a folder, or of the package that a FILE is, with what that says of its
      model, and saves it as the file of --out. It says what is left behind. The carton.toml or manifest.json of a
      folder decides the format, or else the ending of --out. Without either, it is a carton. Keys, passwords, version
      history and caches are left out, and it says so. Writes nothing, and lists them, if other files may
      contain secrets and neither --keep nor --leave-out names them. README.md at its top becomes the
      description. The same folder gives the same bytes. Other options change the new package`,
  },
  keep: {
    value: 'PATH',
    multiple: true,
    with: ['new'],
    about: `packs this file, although it may contain a secret or is usually left out. Repeat it for each file.
      --force does not do that`,
  },
  'leave-out': {
    value: 'PATH',
    multiple: true,
    with: ['new'],
    about: 'leaves out this file, or all files of this folder',
  },
  runner: {
    value: 'NAME',
    with: ['new'],
    about: 'the runner of the new package. By default, what the files are most likely for',
  },
  compression: {
    value: 'X',
    with: ['new'],
    about: `zstd (the default of cartons), deflate (of mldef models), stored, or a level of Deflate from 0 (none,
      fast) to 9 (the most, slow). What does not shrink is stored anyway. The command unzip skips files that are
      compressed with zstd`,
  },
  'cut-places': {
    with: ['new', 'put'],
    about: `removes from photos where, when and with what they were taken, and bytes that are not part of the picture.
      Without it, photos stay as they are`,
  },
  out: { value: 'NEW', about: 'saves the result as NEW, which must not exist yet, and prints NEW' },
  force: {
    about: `also sets keys that the format does not know, saves edits that cause new errors, downloads from hosts of
      a local network, and replaces what cannot be recovered, such as the hash of a missing file`,
  },
  help: { short: 'h', about: 'prints this' },
} as const satisfies Record<string, Option>;

export type OptionName = keyof typeof OPTIONS;

type OptionTypes = Record<string, { type: 'string' | 'boolean'; multiple?: true; short?: string }>;

/**
 * Options for `parseArgs`.
 *
 * @param isScan `--csv` takes no name: a scan is printed
 * @param names by default all
 */
export function optionTypes(isScan: boolean, names = Object.keys(OPTIONS) as readonly OptionName[]): OptionTypes {
  const types: OptionTypes = {};
  for (const name of names) {
    const { value, multiple, short }: Option = OPTIONS[name];
    const type = value === undefined || (isScan && name === 'csv') ? 'boolean' : 'string';
    types[name] = { type, ...(multiple && { multiple }), ...(short && { short }) };
  }
  return types;
}
