/** The instructions that the assembler knows, by the name that WebAssembly's text has for them. */

/** Instructions without immediates. */
export const PLAIN: ReadonlyMap<string, readonly number[]> = new Map([
  ['unreachable', [0x00]],
  ['nop', [0x01]],
  ['return', [0x0f]],
  ['drop', [0x1a]],
  ['select', [0x1b]],
  ['memory.size', [0x3f, 0]],
  ['memory.grow', [0x40, 0]],
  ['memory.copy', [0xfc, 10, 0, 0]],
  ['memory.fill', [0xfc, 11, 0]],
  ...numeric(),
]);

/** Instructions that are followed by the index of a local, a global, a function or a block. */
export const INDEXED: ReadonlyMap<string, { opcode: number; of: 'local' | 'global' | 'func' | 'label' }> = new Map([
  ['br', { opcode: 0x0c, of: 'label' }],
  ['br_if', { opcode: 0x0d, of: 'label' }],
  ['call', { opcode: 0x10, of: 'func' }],
  ['local.get', { opcode: 0x20, of: 'local' }],
  ['local.set', { opcode: 0x21, of: 'local' }],
  ['local.tee', { opcode: 0x22, of: 'local' }],
  ['global.get', { opcode: 0x23, of: 'global' }],
  ['global.set', { opcode: 0x24, of: 'global' }],
]);

/** Instructions that read or write memory, in the order of their opcodes. */
export const MEMORY: ReadonlyMap<string, number> = inOrder(
  0x28,
  `i32.load i64.load f32.load f64.load i32.load8_s i32.load8_u i32.load16_s i32.load16_u i64.load8_s i64.load8_u
  i64.load16_s i64.load16_u i64.load32_s i64.load32_u i32.store i64.store f32.store f64.store i32.store8 i32.store16
  i64.store8 i64.store16 i64.store32`,
);

function numeric(): [string, number[]][] {
  const of = (type: string, names: string) => names.replace(/\S+/g, (name) => `${type}.${name}`);
  const compared = 'eqz eq ne lt_s lt_u gt_s gt_u le_s le_u ge_s ge_u';
  const comparedFloat = 'eq ne lt gt le ge';
  const whole = 'clz ctz popcnt add sub mul div_s div_u rem_s rem_u and or xor shl shr_s shr_u rotl rotr';
  const float = 'abs neg ceil floor trunc nearest sqrt add sub mul div min max copysign';
  const truncated = 'trunc_f32_s trunc_f32_u trunc_f64_s trunc_f64_u';
  const converted = 'convert_i32_s convert_i32_u convert_i64_s convert_i64_u';
  const names = [
    of('i32', compared),
    of('i64', compared),
    of('f32', comparedFloat),
    of('f64', comparedFloat),
    of('i32', whole),
    of('i64', whole),
    of('f32', float),
    of('f64', float),
    of('i32', `wrap_i64 ${truncated}`),
    of('i64', `extend_i32_s extend_i32_u ${truncated}`),
    of('f32', `${converted} demote_f64`),
    of('f64', `${converted} promote_f32`),
    'i32.reinterpret_f32 i64.reinterpret_f64 f32.reinterpret_i32 f64.reinterpret_i64',
  ];
  return [...inOrder(0x45, names.join(' '))].map(([name, opcode]) => [name, [opcode]]);
}

function inOrder(first: number, names: string): Map<string, number> {
  return new Map(names.split(/\s+/).map((name, i) => [name, first + i]));
}
