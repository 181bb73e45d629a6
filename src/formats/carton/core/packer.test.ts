import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { type Finding, type FindingCode, findingEntry } from '../../../base/findings.ts';
import {
  after,
  GOOD,
  HEAD,
  index,
  insert,
  linked,
  locked,
  openPacked,
  type Packed,
  python,
  RUNNER,
  runner,
  SPECS,
  sha256,
  TENSORS,
  toml,
  VERSION,
  WEIGHTS,
} from '../../../testing/builders/packed-carton.ts';

const texts = (findings: readonly Finding[]) =>
  findings.map(({ code, path, line }) => [code, path, line].filter((part) => part !== undefined).join(' '));

async function told(packed: Packed): Promise<string[]> {
  return texts((await openPacked(packed)).package.findings);
}

/**
 * What a packer can get wrong, by the reference reader's behavior and the format document, and the findings that report
 * it.
 */
const MISTAKES: [note: string, packed: Packed, findings: string[]][] = [
  // MANIFEST
  ['a line of MANIFEST without “=”', { manifest: (lines) => `${lines}z\n` }, ['manifest/syntax MANIFEST 8']],
  ['a line is split at its last “=”', { files: { 'model/a=b': 'x' } }, []],
  ['a blank line', { manifest: (lines) => `${lines}\n` }, ['manifest/syntax MANIFEST 8']],
  [
    'lines in the order of UTF-16, not of bytes',
    { files: { 'model/\uff5e': 'x', 'model/\u{1f4e6}': 'y' } },
    ['manifest/unsorted MANIFEST 5'],
  ],
  ['lines that end in CR LF', { manifest: (lines) => lines.replace(/\n/g, '\r\n') }, ['manifest/line-end MANIFEST 1']],
  ['no end of the last line', { manifest: (lines) => lines.trimEnd() }, ['manifest/line-end MANIFEST 7']],
  [
    'hashes in upper case',
    { manifest: (lines) => lines.replace(/(?<=model\/m=).*/, (hash) => hash.toUpperCase()) },
    ['manifest/hash-case MANIFEST 3'],
  ],
  ['an empty MANIFEST', { manifest: () => '' }, Object.keys(GOOD).map((path) => `manifest/file-unlisted ${path}`)],
  [
    'a line for MANIFEST itself',
    { manifest: (lines) => `MANIFEST=${WEIGHTS}\n${lines}` },
    ['manifest/self-listed MANIFEST 1'],
  ],
  [
    'a line for LINKS',
    { manifest: (lines) => `LINKS=${WEIGHTS}\n${lines}`, links: 'version = 1\n[urls]\n' },
    ['manifest/self-listed MANIFEST 1'],
  ],
  [
    'a line twice',
    { manifest: (lines) => lines + lines.split('\n')[6] },
    ['manifest/duplicate MANIFEST 8', 'manifest/line-end MANIFEST 8'],
  ],
  [
    'a misc file in the zip alone: files are listed from MANIFEST',
    {
      ...after('[[example]]\ninputs = { x = "@misc/b.png" }\nsample_out = {}\n'),
      entries: [{ name: 'misc/b.png', data: 'b' }],
    },
    ['reference/file-missing carton.toml 11', 'manifest/file-unlisted misc/b.png'],
  ],
  [
    'a file listed and not packed',
    { manifest: (lines) => insert(lines, `model/w=${WEIGHTS}\n`) },
    ['manifest/file-missing model/w'],
  ],
  // The zip
  ['a name twice', { entries: [{ name: 'model/m', data: 'other' }] }, ['zip/duplicate-name model/m']],
  [
    'a method that cartons do not allow',
    {
      entries: [{ name: 'model/z', method: 12, stored: encodeUtf8('x') }],
      manifest: (lines) => insert(lines, `model/z=${WEIGHTS}\n`),
    },
    ['zip/unsupported-method model/z'],
  ],
  [
    'a name that is not UTF-8',
    { entries: [{ name: Uint8Array.of(0x6d, 0x81), data: 'x' }] },
    ['zip/bad-name mü', 'manifest/file-unlisted mü', 'carton/unknown-file mü'],
  ],
  ['a file at the top', { files: { 'README.md': 'x' } }, ['carton/unknown-file README.md']],
  ['a folder at the top', { files: { 'extra/a': 'x', 'extra/b': 'y' } }, ['carton/unknown-file extra/a']],
  [
    'a symlink out of the package',
    {
      entries: [{ name: 'model/l', data: '../../x', mode: 0o120777 }],
      manifest: (lines) => insert(lines, `model/l=${WEIGHTS}\n`),
    },
    ['zip/unsafe-path model/l'],
  ],
  [
    'no model',
    { files: { 'model/m': undefined, 'carton.toml': HEAD + SPECS + RUNNER.replace('noop', 'torchscript') } },
    ['carton/will-not-load', 'carton/model-missing'],
  ],
  ['no model, for a runner that needs none', { files: { 'model/m': undefined } }, ['carton/model-not-needed']],
  [
    'no model and no runner',
    { files: { 'model/m': undefined, 'carton.toml': HEAD + SPECS } },
    ['schema/missing-field carton.toml 1', 'carton/model-missing'],
  ],
  // carton.toml
  ['no carton.toml', { files: { 'carton.toml': undefined } }, ['carton/toml-missing carton.toml']],
  ['no runner', toml('', ''), ['schema/missing-field carton.toml 1']],
  [
    'no runner_name',
    toml('', runner(`${VERSION}runner_compat_version = 1\n`)),
    ['schema/missing-field carton.toml 10'],
  ],
  [
    'no required_framework_version',
    toml('', runner('runner_name = "noop"\nrunner_compat_version = 1\n')),
    ['schema/missing-field carton.toml 10'],
  ],
  [
    'no runner_compat_version',
    toml('', runner(`runner_name = "noop"\n${VERSION}`)),
    ['schema/missing-field carton.toml 10'],
  ],
  ['a self-test that gives nothing', after('[[self_test]]\ninputs = {}\n'), ['schema/self-test-empty carton.toml 11']],
  [
    'a self-test that gives nothing and expects something',
    after('[[self_test]]\ninputs = {}\n[self_test.expected_out]\ny = "@tensor_data/s"\n'),
    ['schema/self-test-empty carton.toml 11'],
  ],
  [
    'an example that shows nothing',
    after('[[example]]\ninputs = {}\nsample_out = {}\n'),
    ['schema/example-empty carton.toml 10'],
  ],
  [
    'examples with an input, or an output',
    after(
      '[[example]]\ninputs = { x = "@misc/a.png" }\nsample_out = {}\n[[example]]\ninputs = {}\nsample_out = { y = "@misc/a.png" }\n',
    ),
    [],
  ],
  ['an example without sample_out', after('[[example]]\ninputs = {}\n'), ['schema/missing-field carton.toml 10']],
  ['an example without inputs', after('[[example]]\nsample_out = {}\n'), ['schema/missing-field carton.toml 10']],
  ['a self-test without inputs', after('[[self_test]]\nname = "t"\n'), ['schema/missing-field carton.toml 10']],
  [
    'a self-test with a misc file',
    after('[[self_test]]\ninputs = { x = "@misc/a.png" }\n'),
    ['reference/syntax carton.toml 11'],
  ],
  [
    'an example with an address',
    after('[[example]]\ninputs = { x = "https://x.y/a.png" }\nsample_out = {}\n'),
    ['reference/syntax carton.toml 11'],
  ],
  ['a bad target triple', toml('required_platforms = ["linux"]\n'), ['schema/platform carton.toml 2']],
  ['a triple by another of its names', toml('required_platforms = ["arm64-apple-darwin"]\n'), []],
  [
    'npm’s forms of a version requirement',
    toml('', runner('runner_name = "noop"\nrequired_framework_version = ">=1 <2"\nrunner_compat_version = 1\n')),
    ['schema/version-req carton.toml 12'],
  ],
  ['a list as an option', toml('', `${RUNNER}[runner.opts]\na = [1]\n`), ['schema/wrong-type carton.toml 15']],
  ['a table as an option', toml('', `${RUNNER}[runner.opts]\na = {}\n`), ['schema/wrong-type carton.toml 15']],
  ['a date as an option', toml('', `${RUNNER}[runner.opts]\na = 1979-05-27\n`), ['schema/wrong-type carton.toml 15']],
  [
    'an integer beyond 64 bits in an unknown field',
    toml('future = 9223372036854775808\n'),
    ['toml/integer-range carton.toml 2'],
  ],
  ['no spec_version', { files: { 'carton.toml': SPECS + RUNNER } }, ['schema/missing-field carton.toml 1']],
  [
    'a spec_version that is a string',
    { files: { 'carton.toml': `spec_version = "1"\n${SPECS}${RUNNER}` } },
    ['schema/wrong-type carton.toml 1'],
  ],
  [
    'another spec_version',
    { files: { 'carton.toml': `spec_version = 2\n${SPECS}${RUNNER}` } },
    ['schema/spec-version carton.toml 1'],
  ],
  [
    'data that does not fit the schema',
    after('[[self_test]]\ninputs = { x = "@tensor_data/s" }\n'),
    ['schema/dtype-mismatch carton.toml 11', 'schema/shape-mismatch carton.toml 11'],
  ],
  [
    'a name that the schema does not have',
    after('[[self_test]]\ninputs = { z = "@tensor_data/a" }\n'),
    ['schema/unknown-binding carton.toml 11'],
  ],
  [
    'two inputs of one name',
    after('[[input]]\nname = "x"\ndtype = "int8"\nshape = []\n'),
    ['schema/duplicate-name carton.toml 11'],
  ],
  [
    'inputs without outputs',
    toml('', RUNNER, SPECS.slice(0, SPECS.indexOf('[[output'))),
    ['schema/one-sided carton.toml 2'],
  ],
  [
    'outputs without inputs',
    toml('', RUNNER, SPECS.slice(SPECS.indexOf('[[output'))),
    ['schema/one-sided carton.toml 2'],
  ],
  [
    'self-tests without inputs and outputs',
    toml('', RUNNER, '[[self_test]]\ninputs = { x = "@tensor_data/a" }\n'),
    ['schema/absent carton.toml 2'],
  ],
  ['a newline in an inline table', toml('a = {\n}\n'), ['toml/syntax carton.toml 2']],
  ['a comma at the end of an inline table', toml('a = { b = 1, }\n'), ['toml/syntax carton.toml 2']],
  ['an escape of TOML 1.1', toml('a = "\\e"\n'), ['toml/syntax carton.toml 2']],
  ['a bare key that is not ASCII', toml('é = 1\n'), ['toml/syntax carton.toml 2']],
  [
    '101 characters of short description',
    toml(`short_description = "${'é'.repeat(101)}"\n`),
    ['meta/short-description carton.toml 2'],
  ],
  ['a license that is no SPDX expression', toml('license = "Apache 2"\n'), ['meta/license carton.toml 2']],
  ['a license in the wrong case', toml('license = "apache-2.0"\n'), ['meta/license carton.toml 2']],
  ['a license expression', toml('license = "(Apache-2.0 OR MIT) AND GPL-2.0+ WITH Classpath-exception-2.0"\n'), []],
  ['a repository over http', toml('repository = "http://x.y"\n'), ['meta/url carton.toml 2']],
  ['a homepage that is not an address', toml('homepage = "x.y"\n'), ['meta/url carton.toml 2']],
  [
    'an image that is not there',
    toml('model_description = "![a](@misc/b.png) ![b](@misc/a.png)"\n'),
    ['meta/misc-missing carton.toml 2'],
  ],
  [
    'a link to a file that is not there',
    toml('model_description = "[a](@misc/b.pdf)"\n'),
    ['meta/misc-missing carton.toml 2'],
  ],
  ['an image over http', toml('model_description = "![a](http://x.y/z.png)"\n'), ['meta/image-http carton.toml 2']],
  ['a relative image', toml('model_description = "![a](misc/a.png)"\n'), ['meta/address carton.toml 2']],
  ['a link that runs code', toml('model_description = "[a](javascript:x)"\n'), ['meta/address carton.toml 2']],
  [
    'addresses that are right',
    toml('model_description = "[a](https://x.y) [b](#c) <mailto:a@b.c> ![d](https://x.y/z)"\n'),
    [],
  ],
  ['HTML in the description', toml('model_description = "<b>a</b>"\n'), ['meta/html carton.toml 2']],
  [
    'what is wrong in a description of many lines',
    toml('model_description = """\n# Title\n\n![a](@misc/b.png)\n<!-- c -->\n"""\n'),
    ['meta/misc-missing carton.toml 5', 'meta/html carton.toml 6'],
  ],
  [
    'what is wrong in a description that is escaped',
    toml('model_description = "Title\\n\\n![a](@misc/\\u0062.png)"\n'),
    ['meta/misc-missing carton.toml 2'],
  ],
  // Runners
  ['a runner that nobody has', toml('', RUNNER.replace('noop', 'onnx')), ['meta/runner carton.toml 11']],
  [
    'a Python model without its entry point',
    toml('', python('')),
    ['carton/will-not-load', 'meta/entry-point carton.toml 10', 'meta/entry-point carton.toml 10'],
  ],
  [
    'a Python entry point that is not packed',
    toml('', python('[runner.opts]\nentrypoint_package = "main"\nentrypoint_fn = "f"\n')),
    ['carton/will-not-load', 'meta/entry-point carton.toml 15'],
  ],
  [
    'a Python entry point that is packed',
    {
      files: {
        ...toml('', python('[runner.opts]\nentrypoint_package = "m.inner"\nentrypoint_fn = "f"\n')).files,
        'model/m/inner.py': '',
        'model/m': undefined,
      },
    },
    ['carton/will-not-load'],
  ],
  // tensor_data
  ['no index', { files: { 'tensor_data/index.toml': undefined } }, ['tensor/index-missing tensor_data/index.toml']],
  ['an index without a list', index(''), ['tensor/index-syntax tensor_data/index.toml 1']],
  [
    'an empty list',
    {
      files: {
        ...Object.fromEntries(
          Object.keys(GOOD)
            .filter((path) => path.startsWith('tensor'))
            .map((path) => [path, undefined]),
        ),
        'tensor_data/index.toml': 'tensor = []\n',
      },
    },
    [],
  ],
  [
    'a tensor without inner',
    index(TENSORS.replace('inner = []\n', '')),
    ['tensor/index-syntax tensor_data/index.toml 1'],
  ],
  ['an unknown dtype', index(TENSORS.replace('float32', 'bfloat16')), ['schema/dtype tensor_data/index.toml 3']],
  [
    'a reference to a tensor that the index lacks',
    after('[[self_test]]\ninputs = { x = "@tensor_data/z" }\n'),
    ['reference/tensor-missing carton.toml 11'],
  ],
  [
    'a part of a nested tensor used by itself',
    after('[[self_test]]\ninputs = { x = "@tensor_data/p" }\n'),
    ['tensor/inner-reused carton.toml 11', 'schema/dtype-mismatch carton.toml 11'],
  ],
  [
    'a part of two nested tensors',
    index(`${TENSORS}[[tensor]]\nname = "n2"\ndtype = "nested"\ninner = ["p"]\n`),
    ['tensor/inner-reused tensor_data/index.toml 23'],
  ],
  [
    'a nested tensor in a nested one',
    index(`${TENSORS}[[tensor]]\nname = "n2"\ndtype = "nested"\ninner = ["n"]\n`),
    ['tensor/nested-in-nested tensor_data/index.toml 23'],
  ],
  [
    'a part that is not there',
    index(TENSORS.replace('["p"]', '["p", "q"]')),
    ['tensor/inner-missing tensor_data/index.toml 13'],
  ],
  [
    'a name twice in the index',
    index(TENSORS.replace('name = "s"', 'name = "a"')),
    ['tensor/duplicate-name tensor_data/index.toml 8'],
  ],
  [
    'left-over bytes in a .bin',
    { files: { 'tensor_data/tensor_0.bin': new Uint8Array(9) } },
    ['tensor/size-mismatch tensor_data/index.toml 1'],
  ],
  [
    'too few bytes in a .bin',
    { files: { 'tensor_data/tensor_0.bin': new Uint8Array(4) } },
    ['tensor/size-mismatch tensor_data/index.toml 1'],
  ],
  [
    'a tensor’s file that is not there',
    index(TENSORS.replace('tensor_0', 'tensor_9')),
    ['tensor/file-missing tensor_data/index.toml 1', 'tensor/file-unused tensor_data/tensor_0.bin'],
  ],
  [
    'a tensor’s file elsewhere',
    index(TENSORS.replace('tensor_0', '../model/m')),
    ['tensor/unsafe-path tensor_data/index.toml 5'],
  ],
  ['a file that no tensor names', { files: { 'tensor_data/x.bin': 'x' } }, ['tensor/file-unused tensor_data/x.bin']],
  // LINKS
  ['LINKS without urls', { links: 'version = 1\n' }, ['links/syntax LINKS 1']],
  ['LINKS without a version', { links: '[urls]\n' }, ['links/syntax LINKS 1']],
  ['LINKS of another version', { links: 'version = 2\n[urls]\n' }, ['links/version LINKS 1']],
  ['a file that is linked', linked(`version = 1\n[urls]\n${WEIGHTS} = ["https://x.y/w"]\n`), []],
  [
    'links that MANIFEST does not have',
    { links: `version = 1\n[urls]\n${WEIGHTS} = ["https://x.y/w"]\n` },
    ['links/spare LINKS'],
  ],
  ['a link without an address', linked(`version = 1\n[urls]\n${WEIGHTS} = []\n`), ['manifest/file-missing model/w']],
  [
    'a link to a local file',
    linked(`version = 1\n[urls]\n${WEIGHTS} = ["file:///w"]\n`),
    ['links/url LINKS 3', 'manifest/file-missing model/w'],
  ],
  ['a link over http', linked(`version = 1\n[urls]\n${WEIGHTS} = ["http://x.y/w"]\n`), ['links/http LINKS 3']],
  [
    'a link to the page of a file',
    linked(
      `version = 1\n[urls]\n${WEIGHTS} = ["https://huggingface.co/a/b/blob/main/w", "https://huggingface.co/a/b/resolve/main/w"]\n`,
    ),
    ['links/page LINKS 3'],
  ],
  [
    'a key of LINKS that is not a hash',
    { links: 'version = 1\n[urls]\nabc = ["https://x.y/w"]\n' },
    ['links/hash LINKS 3', 'links/spare LINKS'],
  ],
  [
    'a model that is all linked',
    { ...linked(`version = 1\n[urls]\n${WEIGHTS} = ["https://x.y/w"]\n`), files: { 'model/m': undefined } },
    [],
  ],
];

describe('what a packer can get wrong', () => {
  it('is nothing in a good carton', async () => {
    expect(await told({})).toEqual([]);
  });

  it.each(MISTAKES)('%s', async (_, packed, expected) => {
    expect((await told(packed)).sort()).toEqual([...expected].sort());
  });

  it('is told at once where carton.toml has more keys than any real one', async () => {
    const keys = Array.from({ length: 100_000 }, (_, i) => `k${i} = 1\n`).join('');
    const { findings } = (await openPacked(toml(keys))).package;
    const message = 'carton.toml has more than 80,000 values.';
    expect(findings).toContainEqual(expect.objectContaining({ code: 'carton/file-too-large', message }));
    const fewer = keys.slice(0, keys.indexOf('k45000 '));
    const opened = (await openPacked(toml(fewer))).package.findings;
    expect(opened.map(({ code }) => code)).not.toContain('carton/file-too-large');
  });

  it('is an error where nothing is left to load', () => {
    expect(findingEntry('carton/model-missing').severity).toBe('error');
    expect(findingEntry('carton/model-not-needed').severity).toBe('warning');
  });

  /** Mistakes that only the content shows. */
  it.each<[note: string, packed: Packed, findings: string[]]>([
    ['nothing', {}, []],
    [
      'a symlink’s line with the hash of its own text',
      {
        entries: [{ name: 'model/l', data: 'm', mode: 0o120777 }],
        manifest: (lines) => insert(lines, `model/l=${sha256('other')}\n`),
      },
      ['manifest/hash-mismatch model/l'],
    ],
    [
      'a symlink’s line with the hash of its target',
      {
        entries: [{ name: 'model/l', data: 'm', mode: 0o120777 }],
        manifest: (lines) => insert(lines, `model/l=${sha256('m')}\n`),
      },
      [],
    ],
    [
      'a hash of something else',
      { manifest: (lines) => lines.replace(sha256('m'), sha256('n')) },
      ['manifest/hash-mismatch model/m'],
    ],
    [
      'a hash in upper case, of the right content',
      { manifest: (lines) => lines.replace(sha256('m'), (hash) => hash.toUpperCase()) },
      [],
    ],
    [
      'fewer strings than the shape asks for',
      index(TENSORS.replace('"string"\nshape = []', '"string"\nshape = [2]')),
      ['tensor/size-mismatch tensor_data/tensor_1.toml'],
    ],
    [
      'a string tensor that is no TOML',
      { files: { 'tensor_data/tensor_1.toml': 'text' } },
      ['tensor/bad-strings tensor_data/tensor_1.toml'],
    ],
    ['a lock file of other requirements', locked('numpy==2\n'), ['meta/lock-stale model/.carton/carton.lock 2']],
    ['a lock file of these requirements', locked('numpy\n'), []],
    [
      'a lock file that is no TOML',
      { files: { 'model/.carton/carton.lock': '[', 'model/requirements.txt': 'numpy\n' } },
      ['meta/lock-syntax model/.carton/carton.lock 1'],
    ],
  ])('is, by its content, %s', async (_, packed, expected) => {
    const opened = await openPacked(packed);
    expect(texts((await opened.verify?.())?.findings ?? [])).toEqual(expected);
  });

  it('loads all the same where the reference reader loads it', () => {
    // These findings keep no carton from loading, so they must not be errors.
    const harmless: FindingCode[] = [
      'manifest/line-end',
      'manifest/unsorted',
      'schema/one-sided',
      'schema/absent',
      'schema/unknown-binding',
      'schema/dtype-mismatch',
      'schema/shape-mismatch',
      'schema/symbol-conflict',
      'schema/spec-version',
      'carton/unknown-file',
      'meta/short-description',
      'meta/license',
      'meta/url',
      'meta/html',
      'meta/runner',
      'links/spare',
    ];
    for (const code of harmless) expect(findingEntry(code).severity, code).not.toBe('error');
  });
});
