import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CODE_POINT } from '../../../testing/code-point.ts';
import { pythonString, rustString } from '../../../widgets/use-it/literal.ts';
import { CARTON_DTYPES } from '../core/read/dtypes.ts';
import { exampleShape, isOptional, MAX_SNIPPET_TENSORS, type SnippetModel, type WholeSpec } from './snippet.ts';
import { cSnippet, cString } from './snippet-c.ts';
import { cppSnippet } from './snippet-cpp.ts';
import { pythonSnippet } from './snippet-python.ts';
import { rustSnippet } from './snippet-rust.ts';

/** Texts that would end their literal, or the program, in one of the languages if they were not escaped. */
const HOSTILE = [
  'plain_name',
  'with "quotes" and \'apostrophes\'',
  'back\\slash at the end\\',
  'new\nline, tab\t and return\r',
  '??/ ??= ???) trigraphs',
  '{} {0} {{ #{x} $(y) %s %n',
  '*/ // /* # """ \'\'\'',
  '\u202e\u2066reversed\u2069',
  'control \u0001\u001b\u007f\u0080\u009f 123 abc',
  '\0nul\0 0',
  'తెలుగు 日本語 🥳',
  '\u2028\u2029\ufeff',
  '\\u0041 \\x41 \\101 \\N{BULLET}',
  '',
];

const SPECS: WholeSpec[] = [
  ...HOSTILE.map((name): WholeSpec => ({ name, dtype: 'float32', shape: ['batch', 3n] })),
  ...CARTON_DTYPES.map((dtype): WholeSpec => ({ name: `a ${dtype}`, dtype, shape: ['*', 2n] })),
  { name: 'scalar', dtype: 'float64', shape: [] },
  { name: 'scalar string', dtype: 'string', shape: [] },
  { name: 'any shape', dtype: 'int8', shape: '*' },
  { name: 'symbol shape', dtype: 'int8', shape: 'image' },
  { name: 'empty', dtype: 'uint64', shape: [0n, 4n] },
  { name: 'empty string', dtype: 'string', shape: [0n] },
  { name: 'largest literal', dtype: 'int8', shape: [2n ** 63n - 1n] },
  { name: 'beyond any literal', dtype: 'float32', shape: [2n ** 63n, 2n ** 64n, 10n ** 30n, 2n] },
  { name: 'string beyond any literal', dtype: 'string', shape: [10n ** 30n] },
];

const MODEL: SnippetModel = {
  location: 'https://models.example/a "b" \\ 🥳.carton?x=??/',
  inputs: SPECS,
  outputs: SPECS.map((spec) => ({ ...spec, name: `out ${spec.name}` })),
};

function has(program: string, flag = '--version'): boolean {
  try {
    execFileSync(program, [flag], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'snippet-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}

function sizes(spec: WholeSpec): string {
  return exampleShape(spec.shape).join(',');
}

describe('optional inputs', () => {
  const input = (description?: string): WholeSpec => ({ name: 'n_steps', dtype: 'int64', shape: [], description });

  it('are those that the example leaves out', () => {
    expect(isOptional(input(), new Set(['prompt']))).toBe(true);
    expect(isOptional(input('Optional'), new Set(['n_steps']))).toBe(false);
  });

  it.each([
    ['Optional: how often', true],
    ['How often (optional, 20 if it is left out)', true],
    ['How often. It is optional.', true],
    ['Any optional tokens of the text', false],
    ['', false],
  ])('are told by their description where there is no example: %s', (description, is) =>
    expect(isOptional(input(description), undefined)).toBe(is),
  );

  it.each([pythonSnippet, rustSnippet, cppSnippet, cSnippet])(
    'are named in a remark and have no value: %o',
    (write) => {
      const [prompt] = SPECS as [WholeSpec];
      for (const inputs of [[prompt], []]) {
        const { code } = write({ ...MODEL, inputs, leftOut: ['n_steps', 'a\nb'] });
        expect(code).toMatch(/^ *(?:#|\/\/) Left out: "n_steps", "a\\nb"$/m);
        expect(code.match(/n_steps/g)).toHaveLength(1);
        expect(code).not.toContain('does not declare');
      }
    },
  );
});

describe('literals', () => {
  const anyText = fc.string({ unit: CODE_POINT });

  it('are printable ASCII in every language', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const literal of [pythonString(text), rustString(text), cString(text)]) {
          expect(literal).toMatch(/^"[ -~]*"$/);
        }
      }),
    );
  });

  it('hold no trigraph', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('?', '=', '/', '\\', '"', '(') }), (text) => {
        expect(cString(text)).not.toContain('??');
      }),
    );
  });

  it('replace a lone surrogate, which is not text', () => {
    expect(pythonString('a\ud800b')).toBe('"a\\ufffdb"');
    expect(rustString('a\ud800b')).toBe('"a\\u{fffd}b"');
    expect(cString('a\ud800b')).toBe('"a\\357\\277\\275b"');
  });

  const samples = [...HOSTILE, ...fc.sample(anyText, { numRuns: 300, seed: 7 })];

  it.skipIf(!has('python3'))('are read back by Python', () => {
    const path = write('literals.py', `for t in [${samples.map(pythonString).join(',\n')}]: print(t.encode().hex())\n`);
    expect(run('python3', path).split('\n').slice(0, -1)).toEqual(samples.map(hex));
  });

  it.skipIf(!has('rustc'))('are read back by Rust', () => {
    const body = samples.map(rustString).join(',\n');
    write(
      'literals.rs',
      `fn main() { for t in [${body}] { for b in t.bytes() { print!("{:02x}", b); } println!(); } }`,
    );
    run('rustc', '--edition', '2021', 'literals.rs', '-o', 'literals-rs');
    expect(run(join(folder, 'literals-rs')).split('\n').slice(0, -1)).toEqual(samples.map(hex));
  });

  for (const [compiler, extension, standard] of [
    ['gcc', 'c', 'c99'],
    ['g++', 'cc', 'c++14'],
  ] as const) {
    it.skipIf(!has(compiler))(`are read back by ${compiler}, trigraphs on`, () => {
      const items = samples.map((text) => `{sizeof(${cString(text)}) - 1, ${cString(text)}}`).join(',\n');
      write(
        `literals.${extension}`,
        `#include <stdio.h>
struct text { unsigned long size; const char *bytes; };
static const struct text texts[] = {${items}};
int main(void) {
  for (unsigned i = 0; i < ${samples.length}; i++) {
    for (unsigned long j = 0; j < texts[i].size; j++) printf("%02x", (unsigned char)texts[i].bytes[j]);
    printf("\\n");
  }
  return 0;
}`,
      );
      run(
        compiler,
        `-std=${standard}`,
        '-trigraphs',
        '-Wall',
        '-Werror',
        `literals.${extension}`,
        '-o',
        `literals-${extension}-bin`,
      );
      expect(
        run(join(folder, `literals-${extension}-bin`))
          .split('\n')
          .slice(0, -1),
      ).toEqual(samples.map(hex));
    });
  }
});

// A few lines stand in for the library. They print what they are given, and have the declarations of the library's own
// headers.
describe('programs', () => {
  const expected = [
    `load ${hex(MODEL.location)}`,
    ...[...SPECS].map((spec) => `input ${hex(spec.name)} ${spec.dtype} ${sizes(spec)}`),
  ];
  const outputs = MODEL.outputs.map((spec) => `output ${hex(spec.name)}`);

  it.skipIf(!has('python3'))('run in Python', () => {
    write(
      'cartonml.py',
      `class Model:
    async def infer(self, values):
        for name, (dtype, shape) in values.items():
            print("input", name.encode().hex(), dtype, ",".join(map(str, shape)))
        return "done"

async def load(location):
    print("load", location.encode().hex())
    return Model()
`,
    );
    const types = CARTON_DTYPES.filter((dtype) => dtype !== 'string').map((dtype) => `${dtype} = "${dtype}"`);
    write(
      'numpy.py',
      `${types.join('\n')}
def zeros(shape, dtype):
    assert isinstance(shape, tuple)
    return (dtype, shape)
def full(shape, value):
    assert isinstance(shape, tuple) and value == "text"
    return ("string", shape)
`,
    );
    write('main.py', pythonSnippet(MODEL).code);
    expect(run('python3', 'main.py').split('\n').slice(0, -1)).toEqual([...expected, 'done']);
  });

  it.skipIf(!has('rustc'))(
    'compile and run in Rust',
    () => {
      write(
        'tokio.rs',
        `extern crate proc_macro;
use proc_macro::TokenStream;
/// Runs the future by polling it once: the stand-ins are always ready.
#[proc_macro_attribute]
pub fn main(_: TokenStream, item: TokenStream) -> TokenStream {
    let text = item.to_string().replacen("fn main", "fn program", 1);
    let runner = "fn main() {
        let waker = std::task::Waker::noop();
        let mut context = std::task::Context::from_waker(&waker);
        let mut future = std::pin::pin!(program());
        assert!(future.as_mut().poll(&mut context).is_ready());
    }
    use std::future::Future as _;";
    format!("{text}\\n{runner}").parse().unwrap()
}`,
      );
      write(
        'ndarray.rs',
        `pub struct Sizes(pub Vec<usize>);
#[allow(non_snake_case)]
pub fn IxDyn(sizes: &[usize]) -> Sizes { Sizes(sizes.to_vec()) }
pub struct ArrayD<T> { pub sizes: Vec<usize>, pub kind: std::marker::PhantomData<T> }
impl<T: Default> ArrayD<T> {
    pub fn zeros(sizes: Sizes) -> Self { Self { sizes: sizes.0, kind: std::marker::PhantomData } }
    pub fn from_elem(sizes: Sizes, _: T) -> Self { Self::zeros(sizes) }
}`,
      );
      write(
        'carton.rs',
        `pub struct Carton;
pub mod types {
    #[derive(Default)]
    pub struct LoadOpts;
    pub struct Tensor(pub &'static str, pub Vec<usize>);
    impl Tensor {
        pub fn new<T>(array: ndarray::ArrayD<T>) -> Self { Tensor(std::any::type_name::<T>(), array.sizes) }
    }
}
fn hex(text: &str) -> String { text.bytes().map(|b| format!("{:02x}", b)).collect() }
impl Carton {
    pub async fn load<P: Into<String>>(location: P, _: types::LoadOpts) -> Result<Self, std::fmt::Error> {
        println!("load {}", hex(&location.into()));
        Ok(Carton)
    }
    pub async fn infer<I, S>(&self, values: I) -> Result<&'static str, std::fmt::Error>
    where I: IntoIterator<Item = (S, types::Tensor)>, String: From<S> {
        for (name, value) in values {
            let sizes: Vec<String> = value.1.iter().map(|size| size.to_string()).collect();
            println!("input {} {} {}", hex(&String::from(name)), value.0, sizes.join(","));
        }
        Ok("done")
    }
}`,
      );
      const flags = ['--edition', '2021', '-L', '.'];
      run('rustc', ...flags, '--crate-type', 'proc-macro', 'tokio.rs');
      run('rustc', ...flags, '--crate-type', 'rlib', 'ndarray.rs');
      run('rustc', ...flags, '--crate-type', 'rlib', '--extern', 'ndarray', 'carton.rs');
      const names: Record<string, string> = { f32: 'float32', f64: 'float64', 'alloc::string::String': 'string' };
      for (const [file, model] of [
        ['main', MODEL],
        ['bare', { ...MODEL, inputs: [] }],
        ['left-out', { ...MODEL, inputs: [], leftOut: HOSTILE }],
      ] as const) {
        write(`${file}.rs`, rustSnippet(model).code);
        run(
          'rustc',
          ...flags,
          '--extern',
          'tokio',
          '--extern',
          'ndarray',
          '--extern',
          'carton',
          `${file}.rs`,
          '-o',
          file,
        );
      }
      const lines = run(join(folder, 'main')).split('\n').slice(0, -1);
      const read = lines.map((line) =>
        line.replace(/^(input \S* )(\S+)/, (_, head: string, type: string) => {
          return (
            head +
            (names[type] ??
              type.replace(/^([iu])(\d)/, (_all, sign, digits) => `${sign === 'u' ? 'u' : ''}int${digits}`))
          );
        }),
      );
      expect(read).toEqual([...expected, '"done"']);
    },
    120_000,
  );

  const HEADER = `#include <stdint.h>
typedef struct Carton Carton; typedef struct CartonTensor CartonTensor; typedef struct CartonTensorMap CartonTensorMap;
typedef struct CartonAsyncNotifier CartonAsyncNotifier;
typedef enum { DATA_TYPE_FLOAT, DATA_TYPE_DOUBLE, DATA_TYPE_STRING, DATA_TYPE_I8, DATA_TYPE_I16, DATA_TYPE_I32, DATA_TYPE_I64, DATA_TYPE_U8,
  DATA_TYPE_U16, DATA_TYPE_U32, DATA_TYPE_U64 } DataType;
typedef enum { CARTON_STATUS_SUCCESS, CARTON_STATUS_NO_ASYNC_TASKS_READY } CartonStatus;
typedef void *CallbackArg;
typedef void (*CartonLoadCallback)(Carton *result, CartonStatus status, void *arg);
typedef void (*CartonInferCallback)(CartonTensorMap *result, CartonStatus status, void *arg);
typedef void (*CartonNotifierCallback)(void *result, CartonStatus status, void *arg);
void carton_load(const char *url_or_path, CartonLoadCallback callback, CallbackArg callback_arg);
void carton_infer(const Carton *self, CartonTensorMap *tensors, CartonInferCallback callback, CallbackArg callback_arg);
void carton_destroy(Carton *carton);
void carton_async_notifier_create(CartonAsyncNotifier **out);
void carton_async_notifier_register(const CartonAsyncNotifier *self, CartonNotifierCallback *callback_out, CallbackArg *callback_arg);
void carton_async_notifier_wait(CartonAsyncNotifier *self, void **result_out, CartonStatus *status, CallbackArg *callback_arg_out);
void carton_async_notifier_destroy(CartonAsyncNotifier *notifier);
void carton_tensor_create(DataType dtype, const uint64_t *shape, uint64_t num_dims, CartonTensor **tensor_out);
void carton_tensor_data(const CartonTensor *self, void **data_out);
void carton_tensor_shape(const CartonTensor *self, const uint64_t **shape_out, uint64_t *num_dims_out);
void carton_tensor_set_string(CartonTensor *self, uint64_t index, const char *string);
void carton_tensor_destroy(CartonTensor *tensor);
void carton_tensormap_create(CartonTensorMap **out);
void carton_tensormap_insert(CartonTensorMap *self, const char *key, CartonTensor *value);
void carton_tensormap_insert_with_strlen(CartonTensorMap *self, const char *key, uint64_t strlen, CartonTensor *value);
void carton_tensormap_get_and_remove(CartonTensorMap *self, const char *key, CartonTensor **value_out);
void carton_tensormap_get_and_remove_with_strlen(CartonTensorMap *self, const char *key, uint64_t strlen, CartonTensor **value_out);
void carton_tensormap_len(const CartonTensorMap *self, uint64_t *count_out);
void carton_tensormap_destroy(CartonTensorMap *map);
`;
  const LIBRARY = `#include "carton.h"
#include <stdio.h>
#include <string.h>
struct Carton { int unused; }; struct CartonTensorMap { uint64_t count; }; struct CartonAsyncNotifier { void *result; };
struct CartonTensor { DataType dtype; uint64_t shape[8]; uint64_t dims; double data[8]; int is_set; };
static struct CartonTensor pool[256]; static int used; static struct Carton model; static struct CartonTensorMap maps[2]; static int mapped;
static struct CartonAsyncNotifier notifier_;
static const char *names[] = {"float32","float64","string","int8","int16","int32","int64","uint8","uint16","uint32","uint64"};
static void hex(const char *text, uint64_t size) { for (uint64_t i = 0; i < size; i++) printf("%02x", (unsigned char)text[i]); }
static void done(void *result, CartonStatus status, void *arg) { (void)status; (void)arg; notifier_.result = result; }
void carton_load(const char *location, CartonLoadCallback callback, CallbackArg arg) {
  printf("load "); hex(location, strlen(location)); printf("\\n"); callback(&model, CARTON_STATUS_SUCCESS, arg); }
void carton_infer(const Carton *self, CartonTensorMap *tensors, CartonInferCallback callback, CallbackArg arg) {
  (void)self; (void)tensors; callback(&maps[1], CARTON_STATUS_SUCCESS, arg); }
void carton_destroy(Carton *carton) { (void)carton; }
void carton_async_notifier_create(CartonAsyncNotifier **out) { *out = &notifier_; }
void carton_async_notifier_register(const CartonAsyncNotifier *self, CartonNotifierCallback *callback, CallbackArg *arg) {
  (void)self; (void)arg; *callback = done; }
void carton_async_notifier_wait(CartonAsyncNotifier *self, void **result, CartonStatus *status, CallbackArg *arg) {
  (void)arg; *result = self->result; *status = CARTON_STATUS_SUCCESS; }
void carton_async_notifier_destroy(CartonAsyncNotifier *notifier) { (void)notifier; }
void carton_tensor_create(DataType dtype, const uint64_t *shape, uint64_t dims, CartonTensor **out) {
  struct CartonTensor *t = &pool[used++]; t->dtype = dtype; t->dims = dims; memcpy(t->shape, shape, dims * sizeof *shape); *out = t; }
void carton_tensor_data(const CartonTensor *self, void **data) { *data = (void *)self->data; }
void carton_tensor_shape(const CartonTensor *self, const uint64_t **shape, uint64_t *dims) { *shape = self->shape; *dims = self->dims; }
void carton_tensor_set_string(CartonTensor *self, uint64_t index, const char *text) { (void)index; self->is_set = !strcmp(text, "text"); }
void carton_tensor_destroy(CartonTensor *tensor) { (void)tensor; }
void carton_tensormap_create(CartonTensorMap **out) { *out = &maps[mapped++]; }
void carton_tensormap_insert_with_strlen(CartonTensorMap *self, const char *key, uint64_t size, CartonTensor *value) {
  self->count++; printf("input "); hex(key, size); printf(" %s ", names[value->dtype]);
  for (uint64_t i = 0; i < value->dims; i++) printf(i ? ",%llu" : "%llu", (unsigned long long)value->shape[i]);
  printf("\\n"); }
void carton_tensormap_insert(CartonTensorMap *self, const char *key, CartonTensor *value) {
  carton_tensormap_insert_with_strlen(self, key, strlen(key), value); }
void carton_tensormap_get_and_remove_with_strlen(CartonTensorMap *self, const char *key, uint64_t size, CartonTensor **out) {
  (void)self; printf("\\noutput "); hex(key, size); printf("\\n"); *out = &pool[0]; }
void carton_tensormap_get_and_remove(CartonTensorMap *self, const char *key, CartonTensor **out) {
  carton_tensormap_get_and_remove_with_strlen(self, key, strlen(key), out); }
void carton_tensormap_len(const CartonTensorMap *self, uint64_t *count) { *count = self->count; }
void carton_tensormap_destroy(CartonTensorMap *map) { (void)map; }
`;

  /** Lines that the stand-in printed, without those of the program itself. */
  function printed(text: string): string[] {
    return text.split('\n').filter((line) => /^(load|input|output) [0-9a-f]*( |$)/.test(line));
  }

  it.skipIf(!has('gcc'))('compile and run in C', () => {
    write('carton.h', HEADER);
    write('library.c', LIBRARY);
    for (const [file, model] of [
      ['main-c', MODEL],
      ['bare-c', { ...MODEL, inputs: [], outputs: [], leftOut: HOSTILE }],
    ] as const) {
      write(`${file}.c`, cSnippet(model).code);
      run('gcc', '-std=c99', '-trigraphs', '-Wall', '-Werror', '-I.', `${file}.c`, 'library.c', '-o', `${file}-bin`);
    }
    expect(printed(run(join(folder, 'main-c-bin')))).toEqual([...expected, ...outputs]);
  });

  it.skipIf(!has('g++'))(
    'compile and run in C++',
    () => {
      write(
        'carton.hh',
        `#include <cstdint>
#include <cstdio>
#include <future>
#include <span>
#include <string>
#include <string_view>
#include <vector>
namespace carton {
enum DataType { kFloat, kDouble, kString, kI8, kI16, kI32, kI64, kU8, kU16, kU32, kU64 };
inline void hex(std::string_view text) { for (unsigned char c : text) std::printf("%02x", c); }
template <typename T> struct Result { T item; T get_or_throw() { return std::move(item); } };
struct Tensor {
  DataType dtype_; std::vector<uint64_t> shape_; double data_[8]{};
  Tensor(DataType dtype, std::span<uint64_t> shape) : dtype_(dtype), shape_(shape.begin(), shape.end()) {}
  Tensor(const Tensor &) = delete; Tensor(Tensor &&) = default;
  const void *data() const { return data_; }
  std::span<const uint64_t> shape() const { return shape_; }
  void set_string(uint64_t, std::string_view) {}
};
struct TensorMap {
  size_t count_ = 0;
  TensorMap() = default; TensorMap(const TensorMap &) = delete; TensorMap(TensorMap &&) = default;
  void insert(std::string_view key, Tensor value) {
    static const char *names[] = {"float32","float64","string","int8","int16","int32","int64","uint8","uint16","uint32","uint64"};
    count_++; std::printf("input "); hex(key); std::printf(" %s ", names[value.dtype_]);
    for (size_t i = 0; i < value.shape_.size(); i++) std::printf(i ? ",%llu" : "%llu", (unsigned long long)value.shape_[i]);
    std::printf("\\n");
  }
  Tensor get_and_remove(std::string_view key) {
    std::printf("\\noutput "); hex(key); std::printf("\\n"); std::fflush(stdout);
    return Tensor(kFloat, {});
  }
  size_t size() { return count_; }
};
struct Carton {
  static std::future<Result<Carton>> load(std::string_view location) {
    std::printf("load "); hex(location); std::printf("\\n");
    std::promise<Result<Carton>> p; p.set_value({Carton()}); return p.get_future();
  }
  std::future<Result<TensorMap>> infer(TensorMap) {
    std::promise<Result<TensorMap>> p; p.set_value(Result<TensorMap>{TensorMap()}); return p.get_future();
  }
};
}
`,
      );
      for (const [file, model] of [
        ['main-cpp', MODEL],
        ['bare-cpp', { ...MODEL, inputs: [], outputs: [] }],
      ] as const) {
        write(`${file}.cc`, cppSnippet(model).code);
        run('g++', '-std=c++20', '-Wall', '-Werror', '-I.', `${file}.cc`, '-o', `${file}-bin`);
      }
      expect(printed(run(join(folder, 'main-cpp-bin')))).toEqual([...expected, ...outputs]);
    },
    60_000,
  );

  it('say where a size was replaced', () => {
    for (const write of [pythonSnippet, rustSnippet, cSnippet, cppSnippet]) {
      const { code } = write(MODEL);
      expect(code.split('no array can have')).toHaveLength(3);
      expect(code).not.toContain(String(2n ** 63n));
    }
  });

  it('stay short for a hostile schema', () => {
    const inputs = new Array<WholeSpec>(40_000).fill({ name: 'x', dtype: 'float32', shape: '*' });
    for (const write of [pythonSnippet, rustSnippet, cSnippet, cppSnippet]) {
      const { code } = write({ location: 'a.carton', inputs, outputs: inputs });
      expect(code).toContain(`and ${40_000 - MAX_SNIPPET_TENSORS} more inputs`);
      expect(code.split('\n').length).toBeLessThan(3000);
    }
  });
});
