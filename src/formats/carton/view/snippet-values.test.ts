import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShapeSpec } from '../../../tensor/shape.ts';
import type { CartonDtype } from '../core/read/dtypes.ts';
import { pictureLayout, pictureShape, type SnippetModel, type SnippetValue, shortNumber } from './snippet.ts';
import { cSnippet } from './snippet-c.ts';
import { cppSnippet } from './snippet-cpp.ts';
import { pythonSnippet } from './snippet-python.ts';
import { rustSnippet } from './snippet-rust.ts';

const VALUES: Readonly<Record<string, { dtype: CartonDtype; shape: bigint[]; elements: string[] }>> = {
  prompt: { dtype: 'string', shape: [], elements: ['a "lion" ??/\n🥳'] },
  words: { dtype: 'string', shape: [2n, 1n], elements: ['one', ''] },
  scale: { dtype: 'float32', shape: [1n, 3n], elements: ['0.10000000149011612', '-0', 'NaN'] },
  range: { dtype: 'float64', shape: [2n], elements: ['-Infinity', '1e-7'] },
  ids: { dtype: 'int64', shape: [2n], elements: ['-9223372036854775808', '9223372036854775807'] },
  mask: { dtype: 'uint64', shape: [1n], elements: ['18446744073709551615'] },
  byte: { dtype: 'int8', shape: [], elements: ['-128'] },
  nothing: { dtype: 'float32', shape: [0n, 2n], elements: [] },
};

const MODEL: SnippetModel = {
  location: 'a.carton',
  inputs: [
    ...Object.entries(VALUES).map(([name, { dtype, shape }]) => ({ name, dtype, shape })),
    { name: 'image', dtype: 'float32', shape: ['batch', 3n, 'height', 'width'] },
    { name: 'gray', dtype: 'uint8', shape: ['rows', 'columns'] },
  ],
  outputs: [],
  values: new Map<string, SnippetValue>([
    ...Object.entries(VALUES).map(([name, value]) => [name, { kind: 'elements', ...value }] as const),
    ['image', { kind: 'picture', file: 'image.png' }],
    ['gray', { kind: 'picture', file: 'gray.png' }],
  ]),
};

/** Lines that the programs below print of their inputs: the name, the shape, and the values. */
const EXPECTED = [
  'prompt [] a "lion" ??/\\n🥳',
  'words [2,1] one|',
  'scale [1,3] 0.1|-0|nan',
  'range [2] -inf|1e-07',
  'ids [2] -9223372036854775808|9223372036854775807',
  'mask [1] 18446744073709551615',
  'byte [] -128',
  'nothing [0,2] ',
  // Of the pixels below, with channels first.
  'image [1,3,1,2] 1|4|2|5|3|6',
  'gray [1,2] 1|2',
];

function has(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'snippet-values-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

function write(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

function inputsOf(printed: string): string[] {
  return printed.split('\n').flatMap((line) => (line.startsWith('= ') ? [line.slice(2)] : []));
}

describe('values of an example', () => {
  const python = ['python3', '/usr/bin/python3'].find((program) => has(program, '-c', 'import numpy, PIL'));

  it.skipIf(!python)('are what Python gives to the model', () => {
    write(
      'cartonml.py',
      `class Model:
    async def infer(self, values):
        for name, value in values.items():
            flat = [str(one).replace("\\n", "\\\\n").replace("-0.0", "-0").removesuffix(".0") for one in value.ravel()]
            print("=", name, "[" + ",".join(map(str, value.shape)) + "]", "|".join(flat))

async def load(location):
    return Model()
`,
    );
    write(
      'picture.py',
      'from PIL import Image\nImage.frombytes("RGB", (2, 1), bytes([1, 2, 3, 4, 5, 6])).save("image.png")\nImage.frombytes("L", (2, 1), bytes([1, 2])).save("gray.png")\n',
    );
    run(python as string, 'picture.py');
    const { code, install } = pythonSnippet(MODEL);
    write('main.py', code);
    expect(inputsOf(run(python as string, 'main.py'))).toEqual(EXPECTED);
    expect(install).toContain('pillow');
  });

  /** Stands in for stb_image: a row of two pixels, 1 to 6 in three channels, or 1 and 2 in one. */
  const STB = `#include <stdlib.h>
static unsigned char *stbi_load(const char *name, int *width, int *height, int *in_file, int channels) {
  (void)name; (void)in_file; *width = 2; *height = 1;
  unsigned char *pixels = (unsigned char *)malloc((size_t)(2 * channels));
  for (int i = 0; i < 2 * channels; i++) pixels[i] = (unsigned char)(i + 1);
  return pixels;
}
static void stbi_image_free(void *pixels) { free(pixels); }
`;

  /** Prints the elements of a tensor, in C and C++. \`%g\` writes float32 0.1 and infinities as EXPECTED has them. */
  const PRINT = `static void print_element(int dtype, const void *data, uint64_t i) {
  switch (dtype) {
    case 0: printf("%g", (double)((const float *)data)[i]); break;
    case 1: printf("%g", ((const double *)data)[i]); break;
    case 3: printf("%d", ((const int8_t *)data)[i]); break;
    case 6: printf("%lld", (long long)((const int64_t *)data)[i]); break;
    case 7: printf("%d", ((const uint8_t *)data)[i]); break;
    case 10: printf("%llu", (unsigned long long)((const uint64_t *)data)[i]); break;
  }
}
static void print_text(const char *text, uint64_t size) {
  for (uint64_t i = 0; i < size; i++) if (text[i] == '\\n') printf("\\\\n"); else putchar(text[i]);
}
`;

  it.skipIf(!has('gcc', '--version'))('are what C gives to the model', () => {
    write('stb_image.h', STB);
    write(
      'carton.h',
      `#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
typedef enum { DATA_TYPE_FLOAT, DATA_TYPE_DOUBLE, DATA_TYPE_STRING, DATA_TYPE_I8, DATA_TYPE_I16, DATA_TYPE_I32, DATA_TYPE_I64, DATA_TYPE_U8,
  DATA_TYPE_U16, DATA_TYPE_U32, DATA_TYPE_U64 } DataType;
typedef int Carton; typedef int CartonTensorMap; typedef int CartonAsyncNotifier; typedef int CartonStatus;
typedef struct { DataType dtype; uint64_t shape[8], dims; char data[256]; char *texts[8]; } CartonTensor;
typedef void (*CartonLoadCallback)(Carton *, CartonStatus, void *);
typedef void (*CartonInferCallback)(CartonTensorMap *, CartonStatus, void *);
typedef void (*CartonNotifierCallback)(void *, CartonStatus, void *);
${PRINT}static int anything;
static void carton_async_notifier_create(CartonAsyncNotifier **out) { *out = &anything; }
static void carton_async_notifier_register(CartonAsyncNotifier *n, CartonNotifierCallback *c, void **a) { (void)n; (void)a; *c = 0; }
static void carton_load(const char *l, CartonLoadCallback c, void *a) { (void)l; (void)c; (void)a; }
static void carton_infer(Carton *m, CartonTensorMap *i, CartonInferCallback c, void *a) { (void)m; (void)i; (void)c; (void)a; }
static void carton_async_notifier_wait(CartonAsyncNotifier *n, void **r, CartonStatus *s, void **a) { (void)n; (void)a; *r = &anything; *s = 0; }
static void carton_async_notifier_destroy(CartonAsyncNotifier *n) { (void)n; }
static void carton_destroy(Carton *c) { (void)c; }
static void carton_tensor_create(DataType dtype, const uint64_t *shape, uint64_t dims, CartonTensor **out) {
  CartonTensor *t = calloc(1, sizeof *t); t->dtype = dtype; t->dims = dims; memcpy(t->shape, shape, dims * sizeof *shape); *out = t; }
static void carton_tensor_data(CartonTensor *t, void **out) { *out = t->data; }
static void carton_tensor_set_string(CartonTensor *t, uint64_t i, const char *text) { t->texts[i] = strdup(text); }
static void carton_tensormap_create(CartonTensorMap **out) { *out = &anything; }
static void carton_tensormap_len(CartonTensorMap *m, uint64_t *count) { (void)m; *count = 0; }
static void carton_tensormap_destroy(CartonTensorMap *m) { (void)m; }
static void carton_tensormap_insert(CartonTensorMap *m, const char *key, CartonTensor *t) {
  (void)m; uint64_t count = 1; printf("= %s [", key);
  for (uint64_t i = 0; i < t->dims; i++) { count *= t->shape[i]; printf(i ? ",%llu" : "%llu", (unsigned long long)t->shape[i]); }
  printf("] ");
  for (uint64_t i = 0; i < count; i++) { if (i) putchar('|');
    if (t->dtype == DATA_TYPE_STRING) print_text(t->texts[i], strlen(t->texts[i])); else print_element(t->dtype, t->data, i); }
  printf("\\n"); }
`,
    );
    write('main.c', cSnippet(MODEL).code);
    run('gcc', '-std=gnu99', '-Wall', '-Werror', '-I.', 'main.c', '-o', 'main-c', '-lm');
    expect(inputsOf(run(join(folder, 'main-c')))).toEqual(EXPECTED);
  });

  it.skipIf(!has('g++', '--version'))(
    'are what C++ gives to the model',
    () => {
      write('stb_image.h', STB);
      write(
        'carton.hh',
        `#include <cstdint>
#include <cstdio>
#include <future>
#include <span>
#include <string>
#include <string_view>
#include <vector>
${PRINT}namespace carton {
enum DataType { kFloat, kDouble, kString, kI8, kI16, kI32, kI64, kU8, kU16, kU32, kU64 };
template <typename T> struct Result { T item; T get_or_throw() { return std::move(item); } };
struct Tensor {
  DataType dtype_; std::vector<uint64_t> shape_; std::vector<char> data_ = std::vector<char>(256); std::vector<std::string> texts_{8};
  Tensor(DataType dtype, std::span<uint64_t> shape) : dtype_(dtype), shape_(shape.begin(), shape.end()) {}
  Tensor(const Tensor &) = delete; Tensor(Tensor &&) = default;
  const void *data() const { return data_.data(); }
  void set_string(uint64_t i, std::string_view text) { texts_[i] = text; }
};
struct TensorMap {
  void insert(std::string_view key, Tensor t) {
    uint64_t count = 1; std::printf("= %s [", std::string(key).c_str());
    for (size_t i = 0; i < t.shape_.size(); i++) { count *= t.shape_[i]; std::printf(i ? ",%llu" : "%llu", (unsigned long long)t.shape_[i]); }
    std::printf("] ");
    for (uint64_t i = 0; i < count; i++) { if (i) std::putchar('|');
      if (t.dtype_ == kString) print_text(t.texts_[i].data(), t.texts_[i].size()); else print_element(t.dtype_, t.data(), i); }
    std::printf("\\n"); std::fflush(stdout);
  }
  size_t size() { return 0; }
};
struct Carton {
  static std::future<Result<Carton>> load(std::string_view) { std::promise<Result<Carton>> p; p.set_value({Carton()}); return p.get_future(); }
  std::future<Result<TensorMap>> infer(TensorMap) { std::promise<Result<TensorMap>> p; p.set_value({TensorMap()}); return p.get_future(); }
};
}
`,
      );
      write('main.cc', cppSnippet(MODEL).code);
      run('g++', '-std=c++20', '-Wall', '-Werror', '-I.', 'main.cc', '-o', 'main-cpp');
      expect(inputsOf(run(join(folder, 'main-cpp')))).toEqual(EXPECTED);
    },
    60_000,
  );

  it('are literals of Rust', () => {
    const { code, install } = rustSnippet(MODEL);
    expect(code).toContain('vec!["a \\"lion\\" ??/\\n\\u{1f973}".to_owned()]');
    expect(code).toContain('IxDyn(&[1, 3]), vec![0.1, -0.0, f32::NAN])?');
    expect(code).toContain('vec![f64::NEG_INFINITY, 1e-7])?');
    expect(code).toContain('vec![-9223372036854775808, 9223372036854775807])?');
    expect(code).toContain('image::open("image.png")?.to_rgb8();');
    expect(code).toContain(
      '.permuted_axes(IxDyn(&[2, 0, 1])).insert_axis(ndarray::Axis(0)).mapv(|pixel| pixel as f32)',
    );
    expect(install).toContain('cargo add image@0.25');
  });
});

describe('pictureLayout', () => {
  it('reads the usual shapes', () => {
    const read = (shape: ShapeSpec) => {
      const { order, channels, lead } = pictureLayout(shape);
      return `${'1 '.repeat(lead)}${order}${channels}`;
    };
    expect(read(['h', 'w', 3n])).toBe('hwc3');
    expect(read([1n, 512n, 512n, 4n])).toBe('1 hwc4');
    expect(read(['batch', 'channels', 'height', 'width'])).toBe('1 chw3');
    expect(read(['batch', 16n, 16n])).toBe('1 hw1');
    expect(read(['height', 'width', 'channels'])).toBe('hwc3');
    expect(read('*')).toBe('hwc3');
    expect(read([5n])).toBe('hwc3');
  });

  it('states a size only where both sides are fixed', () => {
    expect(pictureLayout(['n', 16n, 8n]).size).toEqual({ height: 16n, width: 8n });
    expect(pictureLayout(['n', 16n, 'w']).size).toBeUndefined();
    expect(pictureLayout([2n ** 60n, 2n ** 60n, 3n]).size).toBeUndefined();
  });

  it('has a dimension for each of the shape', () => {
    expect(pictureShape(pictureLayout(['n', 3n, 'h', 'w']), 'H', 'W')).toEqual(['1', '3', 'H', 'W']);
  });
});

describe('shortNumber', () => {
  it('is the same float32', () => {
    fc.assert(
      fc.property(fc.float(), (value) => {
        const element = Object.is(value, -0) ? '-0' : String(value);
        expect(Math.fround(Number(shortNumber(element, 'float32')))).toEqual(value);
      }),
    );
    expect(shortNumber('0.10000000149011612', 'float32')).toBe('0.1');
    expect(shortNumber('0.10000000149011612', 'float64')).toBe('0.10000000149011612');
  });
});
