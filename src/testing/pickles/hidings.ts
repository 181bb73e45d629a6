import { deflateSync, gzipSync } from 'node:zlib';
import { buildNpy, padded } from '../builders/numpy-files.ts';
import { buildTar } from '../builders/tar-builder.ts';
import { buildZip } from '../builders/zip-builder.ts';

/** Bytes of a text, one for each character. */
export const bytesOf = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** A pickle that calls `os.system("id")`. */
export const SYSTEM = bytesOf('\x80\x02cos\nsystem\nU\x02id\x85R.');

/** A pickle of plain values. */
export const PLAIN = bytesOf('\x80\x02}.');

/** A PyTorch archive with this main pickle. */
export const torchArchive = (data: Uint8Array) => buildZip([{ name: 'm/data.pkl', data, method: 0 }]);

const concat = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

/** Ways to hide a pickle in a file of another name or kind, by their names. */
export const HIDINGS: readonly { hiding: string; name: string; data: Uint8Array }[] = [
  { hiding: 'under its own name', name: 'evil.pkl', data: SYSTEM },
  { hiding: 'as a text', name: 'notes.txt', data: bytesOf("cos\nsystem\n(S'id'\ntR.") },
  { hiding: 'in gzip', name: 'model.pkl.gz', data: gzipSync(SYSTEM) },
  { hiding: 'in zlib', name: 'model.joblib', data: deflateSync(SYSTEM) },
  {
    hiding: 'in zlib, as joblib wrote it before 0.10',
    name: 'old.joblib',
    data: concat(bytesOf(`ZF0x${SYSTEM.length.toString(16)}`.padEnd(21)), deflateSync(SYSTEM)),
  },
  { hiding: 'in a PyTorch archive', name: 'model.pt', data: torchArchive(SYSTEM) },
  { hiding: 'before a PyTorch archive', name: 'model.pth', data: concat(SYSTEM, torchArchive(PLAIN)) },
  { hiding: 'after a PyTorch archive', name: 'last.ckpt', data: concat(torchArchive(PLAIN), SYSTEM) },
  {
    hiding: 'in an array of objects',
    name: 'labels.npy',
    data: concat(
      buildNpy({ header: padded("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }"), data: new Uint8Array(0) }),
      SYSTEM,
    ),
  },
  {
    hiding: 'in a zip in a tar in a zip',
    name: 'deep.zip',
    data: buildZip([
      { name: 'a.tar', data: buildTar([{ name: 'b.zip', data: buildZip([{ name: 'c', data: SYSTEM }]) }]) },
    ]),
  },
];

/** Containers of such a file and a harmless one, by their kinds. */
export const CONTAINERS: readonly { kind: string; name: string; build(name: string, data: Uint8Array): Uint8Array }[] =
  [
    {
      kind: 'a zip',
      name: 'a.zip',
      build: (name, data) =>
        buildZip([
          { name: 'readme.md', data: '# A' },
          { name, data },
        ]),
    },
    {
      kind: 'a stored zip',
      name: 'b.zip',
      build: (name, data) =>
        buildZip([
          { name, data, method: 0 },
          { name: 'benign.pt', data: torchArchive(PLAIN), method: 0 },
        ]),
    },
    {
      kind: 'a tar that ends with a PyTorch archive',
      name: 'a.tar',
      build: (name, data) =>
        buildTar([
          { name, data },
          { name: 'benign.pt', data: torchArchive(PLAIN) },
        ]),
    },
    {
      kind: 'a gzipped tar that begins with a PyTorch archive',
      name: 'model.nemo',
      build: (name, data) =>
        gzipSync(
          buildTar([
            { name: 'benign.pt', data: torchArchive(PLAIN) },
            { name, data },
          ]),
        ),
    },
  ];
