/** What can be other than in the array of joblib. */
export const ODD_ARRAYS = [
  ...['truth', 'negative', 'text', 'size', 'flags', 'no state', 'aligned', 'alignment', 'key', 'class'],
  ...['reduced', 'twice', 'read', 'changed'],
] as const;

export type OddArray = (typeof ODD_ARRAYS)[number];

/**
 * The opcodes of an array of bytes as joblib writes them, or with one thing that it does not write. Its elements come
 * next, one character for each; of an array that is aligned, padding comes before them.
 */
export function joblibArray({
  size,
  odd,
  isAligned = false,
  isReversed = false,
}: {
  size: number;
  odd?: OddArray | undefined;
  isAligned?: boolean;
  /** Python before 3.6 writes a dictionary in any order. */
  isReversed?: boolean;
}): string {
  const text = (value: string) => `X${char(value.length)}\0\0\0${value}`;
  const sizes: Partial<Record<OddArray, string>> = {
    size: 'K\x40K\x04K\x08',
    text: 'K\x40K\x04K\x08',
    flags: 'J\xff\xff\xff\xffJ\xff\xff\xff\xffK\x3f',
  };
  const shapes: Partial<Record<OddArray, string>> = { truth: '\x88', negative: 'J\xff\xff\xff\xff' };
  const stated = (odd && sizes[odd]) ?? 'J\xff\xff\xff\xffJ\xff\xff\xff\xffK\0';
  const state = odd === 'no state' ? '' : `(K\x03X\x01\0\0\0|NNN${stated}tb`;
  const dtype = `cnumpy\ndtype\n${text(odd === 'text' ? 'U1' : 'u1')}${odd === 'aligned' ? '\x88' : '\x89'}\x88\x87R${state}`;
  const alignment = odd === 'alignment' ? '\x88' : isAligned ? 'K\x10' : '';
  const pairs = [
    [text('subclass'), 'cnumpy\nndarray\n'],
    [text(odd === 'key' ? 'shaqe' : 'shape'), `${(odd && shapes[odd]) ?? `K${char(size)}`}\x85`],
    [text('order'), text('C')],
    [text('dtype'), dtype],
    [text('allow_mmap'), '\x89'],
    ...(alignment === '' ? [] : [[text('numpy_array_alignment_bytes'), alignment]]),
    ...(odd === 'read' ? [[text('read'), 'cbuiltins\nrepr\n']] : []),
  ];
  const keys = (isReversed ? pairs.toReversed() : pairs).flat().join('');
  const wrapper = 'cjoblib.numpy_pickle\nNumpyArrayWrapper\n';
  if (odd === 'class') return `cargparse\nNamespace\n)R}(${keys}u}${text('__class__')}${wrapper}s\x86b`;
  const changed = odd === 'changed' ? `${wrapper}N}${text('shape')}Ns\x86b0` : '';
  return `${changed}${wrapper}${odd === 'reduced' ? ')R' : odd === 'twice' ? ')\x81}b' : ')\x81'}}(${keys}ub`;
}

function char(code: number): string {
  return String.fromCharCode(code);
}
