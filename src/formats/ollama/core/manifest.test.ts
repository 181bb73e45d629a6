import { describe, expect, it } from 'vitest';
import { encodeUtf8 } from '../../../base/bytes.ts';
import { Report } from '../../../base/report.ts';
import { parseManifest } from './manifest.ts';
import { modelName } from './model-name.ts';

const DIGEST = `sha256:${'a'.repeat(64)}`;
const layer = (type: string, more = '') =>
  `{"mediaType":"application/vnd.ollama.image.${type}","digest":"${DIGEST}","size":1${more}}`;
const WHOLE = `{"schemaVersion":2,"layers":[${layer('model')}]}`;

function read(text: string | Uint8Array) {
  const report = new Report();
  const manifest = parseManifest(typeof text === 'string' ? encodeUtf8(text) : text, 'm', report);
  return { manifest, codes: report.findings.map(({ code }) => code.slice('ollama/'.length)) };
}

describe('a manifest', () => {
  it.each([
    ['', ['bad-json']],
    ['{"layers":[', ['bad-json']],
    [`\ufeff${WHOLE}`, ['byte-order-mark']],
    [`${WHOLE}\n`, []],
    [`${WHOLE} x`, ['trailing-data']],
    ['[]', ['bad-type', 'no-layers']],
    ['{}', ['no-layers']],
    ['{"layers":null}', ['no-layers']],
    ['{"layers":[]}', ['empty-layers']],
    ['{"layers":{}}', ['bad-type']],
    [`{"layers":[],"layers":[${layer('model')}]}`, ['duplicate-key']],
    [`{"Layer\u017f":[${layer('model')}]}`, ['key-case']],
    [`{"schemaVersion":3,"layers":[${layer('model')}]}`, ['schema-version']],
    [`{"schemaVersion":2e0,"layers":[${layer('model')}]}`, ['bad-type']],
    [`{"mediaType":"text/plain","layers":[${layer('model')}]}`, ['manifest-type']],
    [`{"layers":[${layer('hologram')}]}`, ['unknown-media-type']],
    ['{"layers":[{}]}', ['bad-layer', 'layer-field']],
    ['{"layers":[{"mediaType":"a/b","digest":"../../x","size":1}]}', ['bad-digest', 'foreign-layer']],
    [`{"layers":[{"mediaType":"a/b","digest":"${DIGEST}","size":-1}]}`, ['bad-size', 'foreign-layer']],
    [`{"layers":[{"mediaType":"a/b","digest":"${DIGEST}","size":9223372036854775808}]}`, ['bad-type', 'foreign-layer']],
    [`{"layers":[${layer('model').replaceAll('a'.repeat(64), 'A'.repeat(64))}]}`, ['digest-case']],
    [`{"layers":[${layer('model')},${layer('license').replace('"size":1', '"size":2')}]}`, ['size-mismatch']],
    [`{"config":{},"layers":[${layer('model')}]}`, ['layer-field', 'layer-field']],
    [`{"config":{"mediaType":"a/b","digest":"${DIGEST}","size":1},"layers":[${layer('model')}]}`, []],
    [`{"layers":[${layer('config; type=gguf')},${layer('config; type=safetensors')}]}`, ['two-configs']],
    [
      `{"config":{"mediaType":"a/b","digest":"${DIGEST.replaceAll('a', 'b').replace('shb256', 'sha256')}","size":2},"layers":[${layer('config; type=gguf')}]}`,
      ['two-configs'],
    ],
    [`{"config":{"mediaType":"a/b","digest":"${DIGEST}","size":1},"layers":[${layer('config; type=gguf')}]}`, []],
    [`{"layers":[${layer('tensor; dtype=F32')}]}`, ['type-parameters', 'tensor-name', 'tensor-incomplete']],
    [`{"layers":[${layer('tensor; name=a; shape=1,-2')}]}`, ['bad-shape', 'type-parameters', 'tensor-incomplete']],
    [
      `{"layers":[${layer('tensor', ',"name":"a","shape":[1,2.5]')}]}`,
      ['bad-shape', 'tensor-fields', 'tensor-incomplete'],
    ],
    [`{"layers":[${layer('tensor; name=a; name=b')}]}`, ['bad-media-type', 'type-parameters', 'tensor-incomplete']],
    [`{"layers":[${layer('tensor', ',"name":"a"')}]}`, []],
    [`{"layers":[${layer('tensor; name=a; dtype=F32; shape=')}]}`, ['type-parameters']],
    [`{"layers":[${layer('tensor; name=a; dtype=F32; shape=1; kind=x')}]}`, ['type-parameters', 'unknown-parameter']],
    [`{"layers":[${layer('config')}]}`, ['config-type']],
    [`{"layers":[${layer('config; type=onnx')}]}`, ['config-type']],
    [`{"layers":[${layer('config; type=gguf')}]}`, []],
    [`{"layers":[{"mediaType":"","digest":"${DIGEST}","size":1}]}`, ['layer-field']],
    [`{"layers":[${layer('template')},${layer('template; name=a')}]}`, ['type-parameters']],
    [`{"layers":[${layer('template')},${layer('template')}]}`, ['two-templates']],
    [
      `{"layers":[${layer('template; name=a')},${layer('template; name=a')}]}`,
      ['duplicate-template', 'type-parameters', 'type-parameters'],
    ],
    [`{"layers":[${layer('template; name=')}]}`, ['template-name', 'type-parameters']],
    [`{"layers":[${layer('template; title=a')}]}`, ['inexact-media-type', 'unknown-parameter']],
    [`{"layers":[${layer('model; a=b')},${layer('template ')}]}`, ['inexact-media-type', 'inexact-media-type']],
    [`{"layers":[${layer('model')}],"layers":null}`, ['duplicate-key', 'no-layers']],
    [`{"a":${'['.repeat(9999)}${']'.repeat(9999)},"layers":[${layer('model')}]}`, []],
    [`{"a":${'['.repeat(10_000)}${']'.repeat(10_000)},"layers":[${layer('model')}]}`, ['too-deep']],
  ])('%.60j has the findings %j', (text, codes) => {
    expect(read(text).codes.sort()).toEqual(codes.sort());
  });

  it('of bytes that are no UTF-8 is read with replacement characters', () => {
    const bytes = encodeUtf8(WHOLE);
    bytes[bytes.indexOf(0x6d)] = 0xff;
    expect(read(bytes).codes).toContain('not-utf8');
  });

  it('has of two configurations, and of two lists of layers, what Go reads one into the other', () => {
    const [a, b] = [DIGEST, DIGEST.replaceAll('a', 'b')];
    const { manifest } = read(
      `{"config":{"digest":"${a}","mediaType":"x/y","size":1},"config":{"size":2},` +
        `"layers":[${layer('tensor; name=a')},${layer('license')}],"layers":[{"digest":"${b}"},null,{"digest":"${b}"}]}`,
    );
    expect(manifest.config).toMatchObject({ digest: a, sha256: a.slice(7), size: 2n, type: { kind: 'config' } });
    expect(manifest.layers.map(({ digest, size, name, type }) => [digest, size, name, type.kind])).toEqual([
      [b, 1n, 'a', 'tensor'],
      [a, 1n, undefined, 'license'],
      [b, undefined, undefined, 'foreign'],
    ]);
    // What the first media type says is gone with it.
    const again = `{"layers":[${layer('tensor; name=a')}],"layers":[{"mediaType":"application/vnd.ollama.image.tensor"}]}`;
    expect(read(again).manifest.layers[0]?.name).toBeUndefined();
  });

  it('says of a tensor what its fields say, else its media type', () => {
    const { manifest } = read(
      `{"layers":[${layer('tensor; name=b; dtype=F32; shape=1,18446744073709551615')},${layer('tensor; name=b', ',"name":"c","dtype":"BF16","shape":[2]')}]}`,
    );
    expect(manifest.layers.map(({ name, dtype, shape }) => [name, dtype, shape])).toEqual([
      ['b', 'F32', [1n, 2n ** 64n - 1n]],
      ['c', 'BF16', [2n]],
    ]);
  });

  it('says which of several templates is used', () => {
    const notes = (...types: string[]) =>
      read(`{"layers":[${types.map((type) => layer(type))}]}`).manifest.layers.map(({ name, type }) => [
        name,
        type.note,
      ]);
    expect(notes('template')).toEqual([[undefined, undefined]]);
    expect(notes('template', 'template; name=chat', 'template')).toEqual([
      [undefined, 'not used'],
      ['chat', 'Ollama’s own reader ignores it'],
      [undefined, 'the default, which is used'],
    ]);
  });

  it('has as ID the hash of what Ollama reads: a buffer that is full ends it', () => {
    const padded = (length: number) => `${WHOLE.slice(0, -1)}${' '.repeat(length - WHOLE.length)}}`;
    const idBytes = (text: string) => read(text).manifest.idBytes;
    expect(idBytes(`${WHOLE}\n`)).toBe(WHOLE.length + 1);
    expect(idBytes(`${padded(512)}\n`)).toBe(512);
    expect(idBytes(`${padded(513)}\n`)).toBe(514);
    expect(idBytes(`${padded(1536)}\n`)).toBe(1536);
    expect(idBytes(`${WHOLE}${' '.repeat(9000)}`)).toBe(512);
  });
});

it.each([
  ['registry.ollama.ai/library/gemma/2b', 'gemma:2b'],
  ['registry.ollama.ai/me/gemma/2b', 'me/gemma:2b'],
  ['hf.co/me/gemma-GGUF/Q4_K_M', 'hf.co/me/gemma-GGUF:Q4_K_M'],
  ['localhost:5000/library/a.b/1', 'localhost:5000/library/a.b:1'],
  ['registry.ollama.ai/library/gemma', undefined],
  ['registry.ollama.ai/li.b/gemma/2b', undefined],
  ['registry.ollama.ai/library/gemma/.DS_Store', undefined],
  ['registry.ollama.ai/library/-rf/2b', undefined],
  ['registry.ollama.ai/library/a b/2b', undefined],
])('the manifest at %s is of %s', (path, name) => expect(modelName(path)?.short).toBe(name));
