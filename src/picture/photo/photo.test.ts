import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sniffMedia } from '../../model/file/media.ts';
import {
  big,
  bytesOf,
  chunk,
  type ExifParts,
  exifOf,
  heifHead,
  heifOf,
  iptcOf,
  jpegOf,
  pngOf,
  profileChunk,
  webpOf,
  xmpOf,
} from '../../testing/builders/photo-builder.ts';
import { MAX_BLOCK_BYTES, PieceReader } from './block.ts';
import { readOrientation } from './exif.ts';
import { jpegBlocks } from './jpeg-blocks.ts';
import { photoOrigin, withoutOrigin } from './photo.ts';

const options = () => ({ signal: new AbortController().signal });
const originOf = (bytes: Uint8Array<ArrayBuffer>) => photoOrigin(new Blob([bytes]), options());

/** The file with its place and device cut out. */
async function cut(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const file = new File([bytes], 'a.jpg', { type: 'image/jpeg', lastModified: 5 });
  const origin = await photoOrigin(file, options());
  if (!origin) return bytes;
  const result = withoutOrigin(file, origin);
  expect([result.name, result.type, result.lastModified]).toEqual(['a.jpg', 'image/jpeg', 5]);
  const after = new Uint8Array(await result.arrayBuffer());
  // Only what the patches cover differs.
  const rest = Uint8Array.from(after);
  for (const { start, bytes: patch } of origin.patches) rest.set(bytes.subarray(start, start + patch.length), start);
  expect(Buffer.compare(rest, bytes.subarray(0, origin.end))).toBe(0);
  return after;
}

const GPS: ExifParts['gps'] = { latitude: [48, 12, 3000, 'N'], longitude: [16, 22, 1200, 'W'] };
const CAMERA: ExifParts = { make: 'Acme', model: 'Snap 3', orientation: 6, gps: GPS };
const EXIF = exifOf(CAMERA);
const PLACE = { latitude: 48 + 12 / 60 + 30 / 3600, longitude: -(16 + 22 / 60 + 12 / 3600) };
const XMP = xmpOf('exif:GPSLatitude="48,12.5N" exif:GPSLongitude="16,22,12W" tiff:Model="Snap 3"');
const CITY = iptcOf(90, 'Vienna');

const FILES: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
  'JPEG, Exif': jpegOf({ exif: EXIF }),
  'JPEG, Exif, little-endian': jpegOf({ exif: exifOf({ ...CAMERA, isLittle: true }) }),
  'JPEG, all': jpegOf({ exif: EXIF, xmp: XMP, iptc: CITY }),
  'JPEG, a second picture': jpegOf({}, jpegOf({ exif: EXIF })),
  'PNG, eXIf': pngOf([chunk('eXIf', EXIF)]),
  'PNG, eXIf behind the data': pngOf([], [chunk('eXIf', EXIF)]),
  'PNG, text': pngOf([profileChunk('exif', bytesOf('Exif\0\0', EXIF), false)]),
  'PNG, compressed text': pngOf([profileChunk('APP1', bytesOf('Exif\0\0', EXIF), true)]),
  'PNG, XMP': pngOf([chunk('iTXt', bytesOf('XML:com.adobe.xmp\0\0\0\0\0', XMP))]),
  'WebP, Exif': webpOf({ exif: EXIF }),
  'WebP, XMP': webpOf({ xmp: XMP }),
  'WebP, Exif with a head': webpOf({ exif: bytesOf('Exif\0\0', EXIF) }),
  AVIF: heifOf({ exif: EXIF }, 'avif'),
  'HEIC, XMP': heifOf({ exif: exifOf({}), xmp: XMP }, 'heic'),
};

describe('the origin of a photo', () => {
  test.each(Object.entries(FILES))('%s: is said, and can be cut out', async (_, bytes) => {
    const origin = await originOf(bytes);
    expect(origin?.place).toEqual({
      latitude: expect.closeTo(PLACE.latitude, 9),
      longitude: expect.closeTo(PLACE.longitude, 9),
    });
    expect(origin?.device).toMatch(/^(?:Acme )?Snap 3$/);
    const after = await cut(bytes);
    expect(after.length).toBe(bytes.length);
    expect(await originOf(after)).toBeUndefined();
    expect(sniffMedia(after)).toEqual(sniffMedia(bytes));
    expect(Buffer.from(after).includes('Snap 3')).toBe(false);
  });

  test('a name of a place is said too', async () => {
    for (const bytes of [
      jpegOf({ iptc: CITY }),
      jpegOf({ xmp: xmpOf('photoshop:City="Vienna"') }),
      jpegOf({ xmp: xmpOf('Iptc4xmpCore:Location="Vienna"') }),
    ]) {
      expect(await originOf(bytes)).toMatchObject({ place: 'named', device: undefined });
      const after = await cut(bytes);
      expect(await originOf(after)).toBeUndefined();
      expect(Buffer.from(after).includes('Vienna')).toBe(false);
    }
  });

  test('what makers, and writers of other texts, say is found too', async () => {
    const drone = xmpOf('drone-dji:GpsLatitude="+48.2" drone-dji:GpsLongitude="+16.37"');
    const text = bytesOf('\nIPTC profile\n      28\n', Buffer.from(CITY).toString('hex'), '\n');
    for (const [bytes, said] of [
      [jpegOf({ xmp: drone }), '16.37'],
      [jpegOf({ xmp: xmpOf('MicrosoftPhoto:CameraSerialNumber="4711"') }), '4711'],
      [pngOf([chunk('tEXt', bytesOf('Raw profile type iptc\0', text))]), Buffer.from('Vienna').toString('hex')],
      [pngOf([chunk('tEXt', bytesOf('XML:com.adobe.xmp\0', XMP))]), 'Snap 3'],
    ] as const) {
      expect(Buffer.from(bytes).includes(said)).toBe(true);
      expect(await originOf(bytes)).toBeDefined();
      const after = await cut(bytes);
      expect(await originOf(after)).toBeUndefined();
      expect(Buffer.from(after).includes(said)).toBe(false);
    }
  });

  test('what names neither is left as it is', async () => {
    for (const bytes of [
      jpegOf({ exif: exifOf({ orientation: 3 }), xmp: xmpOf('dc:format="image/jpeg"'), iptc: iptcOf(5, 'Title') }),
      pngOf([chunk('tEXt', bytesOf('Comment\0exif:GPSLatitude'))]),
      pngOf([chunk('tEXt', bytesOf('constructor\0\nx\n1\n00\n')), chunk('tEXt', bytesOf('__proto__\0\nx\n1\n00\n'))]),
      pngOf(),
      bytesOf('GIF89a-no-photo'),
      bytesOf('{"exif:GPSLatitude": 1}'),
      bytesOf(),
    ]) {
      expect(await originOf(bytes)).toBeUndefined();
    }
  });

  test('what follows a JPEG is read where it is a picture, and cut off where it is something else', async () => {
    const plain = jpegOf({ exif: exifOf({ orientation: 3 }) });
    const second = jpegOf({ exif: EXIF });
    for (const bytes of [bytesOf(plain, second), bytesOf(plain, new Uint8Array(100), second)]) {
      expect(await originOf(bytes)).toMatchObject({ device: 'Acme Snap 3', unchecked: [] });
      expect(await originOf(await cut(bytes))).toBeUndefined();
    }
    expect(await originOf(bytesOf(plain, [0, 0]))).toBeUndefined();
    expect(await originOf(jpegOf({}, plain))).toBeUndefined();
    const both = bytesOf(second, 'trailer');
    expect(await originOf(both)).toMatchObject({ device: 'Acme Snap 3', extra: ['after'], unchecked: [] });
    expect(await cut(both)).toEqual(await cut(second));
  });

  const PLAINS: Readonly<Record<string, Uint8Array<ArrayBuffer>>> = {
    JPEG: jpegOf({ exif: exifOf({ orientation: 3 }) }),
    'JPEG, a second picture': jpegOf({}, jpegOf({})),
    PNG: pngOf(),
    WebP: webpOf({}),
    AVIF: heifOf({ exif: exifOf({}) }, 'avif'),
    HEIC: heifOf({ xmp: xmpOf('') }, 'heic'),
  };
  const FILM = bytesOf([0, 0, 0, 16], 'ftypmp42', new Uint8Array(20_000).fill(7));

  test.each(Object.entries(PLAINS))('%s: bytes after the picture’s end are said, and cut off', async (_, plain) => {
    expect(await originOf(plain)).toBeUndefined();
    for (const more of [FILM, bytesOf('trailer', EXIF), bytesOf(new Uint8Array(5000), 'x'), bytesOf([1])]) {
      const bytes = bytesOf(plain, more);
      const origin = await originOf(bytes);
      expect(origin).toMatchObject({ place: undefined, device: undefined, extra: ['after'], unchecked: [] });
      const after = await cut(bytes);
      expect(await originOf(after)).toBeUndefined();
      expect(after.length).toBe(plain.length);
    }
    // Zeros that fill up a file say nothing.
    expect(await originOf(bytesOf(plain, new Uint8Array(4096)))).toBeUndefined();
    expect(await originOf(bytesOf(plain, new Uint8Array(5000)))).toMatchObject({ extra: ['after'] });
  });

  test('what follows a picture without an end stays: it may be a part of it', async () => {
    for (const bytes of [
      bytesOf(jpegOf({}).slice(0, -2), [0xff, 0xc4, 0, 3, 1], 'not a marker'),
      jpegOf({}, bytesOf(jpegOf({}).slice(0, -2), [0xff, 0xc4, 0, 3, 1], 'not a marker')),
    ]) {
      expect(await originOf(bytes)).toMatchObject({ extra: [], unchecked: ['more'] });
      expect(await cut(bytes)).toEqual(bytes);
    }
    // The file says that it is shorter than its picture.
    const short = webpOf({});
    new DataView(short.buffer).setUint32(4, 4, true);
    expect(await cut(short)).toEqual(short);
    // A second chunk of data that is cut off, and one without its checksum.
    const cutOff = pngOf().slice(0, -4);
    expect(await cut(cutOff)).toEqual(cutOff);
  });

  test('boxes beside a HEIF picture are said, and overwritten where no item is in them', async () => {
    const box = (type: string, content: Uint8Array) => bytesOf(big(8 + content.length, 4), type, content);
    const long = (type: string, content: Uint8Array) => bytesOf(big(1, 4), type, big(16 + content.length, 8), content);
    const plain = heifOf({ exif: exifOf({}), xmp: xmpOf('') }, 'avif');
    // Between the first box and that of the items; the offsets of the items count from the beginning.
    const shifted = (extra: Uint8Array) => {
      const bytes = bytesOf(plain.slice(0, 20), extra, plain.slice(20));
      const at = Buffer.from(bytes).indexOf('iloc') + 4 + 8;
      const view = new DataView(bytes.buffer);
      for (const offset of [at + 8, at + 16]) view.setUint32(offset, view.getUint32(offset) + extra.length);
      return bytes;
    };
    for (const make of [box, long]) {
      for (const type of ['uuid', 'free', 'skip']) {
        const bytes = shifted(make(type, EXIF));
        expect(await originOf(bytes)).toMatchObject({ device: undefined, extra: ['beside'], unchecked: [] });
        const after = await cut(bytes);
        expect(after.length).toBe(bytes.length);
        expect(await originOf(after)).toBeUndefined();
        expect(Buffer.from(after).includes('Snap 3')).toBe(false);
        // Behind the picture, they are cut off.
        const behind = bytesOf(plain, make(type, EXIF));
        expect(await originOf(behind)).toMatchObject({ extra: ['after'], unchecked: [] });
        expect((await cut(behind)).length).toBe(plain.length);
      }
      expect(await originOf(shifted(make('free', new Uint8Array(500))))).toBeUndefined();
      expect(await originOf(bytesOf(plain, make('free', new Uint8Array(500))))).toBeUndefined();
    }
    // The film of a moving photo.
    expect((await cut(bytesOf(plain, box('mpvd', EXIF)))).length).toBe(plain.length);
    // An unknown box stays, and so does one that an item is in.
    expect(await originOf(shifted(box('mpvd', EXIF)))).toMatchObject({ extra: [], unchecked: ['kind'] });
    const inside = heifOf({ exif: exifOf({}) }, 'avif');
    inside.set(bytesOf('free'), Buffer.from(inside).lastIndexOf('mdat'));
    expect(await originOf(inside)).toMatchObject({ extra: [], unchecked: ['kind'] });
    expect((await cut(inside)).length).toBe(inside.length);
    // More boxes than are looked at.
    const many = Array.from({ length: 101 }, () => box('uuid', bytesOf('x')));
    expect(await originOf(bytesOf(plain, ...many))).toMatchObject({ extra: [], unchecked: ['long'] });
  });

  test('Exif of an item that is there twice is found', async () => {
    const twice = heifOf({ exif: EXIF, xmp: bytesOf('x') }, 'heic');
    const second = Buffer.from(twice).lastIndexOf('infe');
    twice.set(bytesOf([0, 1, 0, 0], 'hvc1'), second + 8);
    expect((await originOf(twice))?.place).toBeDefined();
  });

  test('what describes a HEIF picture and cannot be found is said', async () => {
    const exif = { type: 'Exif', extents: [[0, 4]] } as const;
    const tile = { type: 'av01', extents: [[0, 4]] } as const;
    const elsewhere = heifHead('avif', [exif]);
    const at = Buffer.from(elsewhere).indexOf('iloc') + 4 + 8;
    // The item is in another item.
    elsewhere.set([0, 2], at + 2);
    // Each extent takes no bytes.
    const endless = heifHead('avif', [tile, exif]);
    endless.set([0], at);
    const sizes = Buffer.from(endless).indexOf('iloc') + 4 + 4;
    endless.set([0, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0xff, 0xff, 0, 2, 0, 0, 0, 0, 0xff, 0xff], sizes);
    for (const [bytes, unchecked] of [
      [heifHead('avif', [...Array.from({ length: 1000 }, () => tile), exif]), 'long'],
      [
        heifHead('avif', [{ type: 'av01', extents: Array.from({ length: 4000 }, () => [0, 1] as const) }, exif]),
        'long',
      ],
      [endless, 'long'],
      [elsewhere, 'kind'],
      [heifHead('avif', [{ type: 'Exif', extents: [[0, 0]] }]), 'kind'],
      [heifHead('avif', [{ type: 'Exif', extents: [[1e6, 10]] }]), 'more'],
      [heifOf({ exif: EXIF }, 'avif').slice(0, 100), 'more'],
    ] as const)
      expect(await originOf(bytes)).toMatchObject({ place: undefined, device: undefined, unchecked: [unchecked] });
    expect(await originOf(heifHead('avif', [tile]))).toBeUndefined();
  });

  test('the end of a JPEG is found behind data of any length', async () => {
    const [head, end] = [jpegOf({}).slice(0, -2), [0xff, 0xd9]];
    for (const length of [4090, 4091, 4092, 4093, 4094, 4095, 4096, 4097, 100_000]) {
      // Zeros that are stuffed in, restarts, and fill bytes before a marker are not the end.
      const data = bytesOf(new Uint8Array(length).fill(7), [0xff, 0, 0xff, 0xd0, 1, 0xff]);
      expect(await originOf(bytesOf(head, data, end))).toBeUndefined();
      expect(await originOf(bytesOf(head, data, end, 'x'))).toMatchObject({ extra: ['after'] });
    }
  });

  test('blocks that are too long, or of kinds that are not read, are said', async () => {
    const long = new Uint8Array(MAX_BLOCK_BYTES + 1).fill(32);
    const app11 = bytesOf([0xff, 0xeb, 0, 8], 'JP', [0, 1, 0, 0]);
    const exifResource = bytesOf('8BIM', [0x04, 0x22, 0, 0, 0, 0, 0, 0]);
    for (const [bytes, unchecked] of [
      [pngOf([chunk('eXIf', long)]), 'long'],
      [pngOf([chunk('iTXt', bytesOf('XML:com.adobe.xmp\0\0\0\0\0', long))]), 'long'],
      [pngOf([profileChunk('exif', long, true)]), 'long'],
      [webpOf({ xmp: long }), 'long'],
      [heifOf({ xmp: long }, 'avif'), 'long'],
      [bytesOf(jpegOf({}).slice(0, 2), app11, jpegOf({}).slice(2)), 'kind'],
      [jpegOf({ iptc: bytesOf(iptcOf(5, 'Title'), exifResource) }), 'kind'],
      [jpegOf({ iptc: bytesOf('the rest of a resource') }), 'kind'],
      [pngOf([chunk('caBX', bytesOf('jumb'))]), 'kind'],
      [bytesOf('GIF89a', new Uint8Array(7), '!\xff\x0bXMP DataXMP<x/>'), 'kind'],
    ] as const)
      expect(await originOf(bytes)).toMatchObject({
        place: undefined,
        patches: expect.any(Array),
        unchecked: [unchecked],
      });
    expect(await originOf(pngOf([chunk('tEXt', bytesOf('workflow\0', long))]))).toBeUndefined();
    expect(await originOf(bytesOf('GIF89a', new Uint8Array(7), ';'))).toBeUndefined();
  });

  test('XMP in several segments is read and cut out as a whole', async () => {
    const [digest, half] = ['A'.repeat(32), Buffer.from(XMP).indexOf('GPSLatitude') + 5];
    const part = (from: number, to: number) => {
      const offset = [0, 0, from >> 8, from & 255];
      const content = bytesOf(
        'http://ns.adobe.com/xmp/extension/\0',
        digest,
        [0, 0, 0, 0],
        offset,
        XMP.slice(from, to),
      );
      return bytesOf([0xff, 0xe1, (content.length + 2) >> 8, (content.length + 2) & 255], content);
    };
    const plain = jpegOf({});
    const parts = [part(0, half), part(half, half + 4), part(half + 4, XMP.length)] as const;
    for (const order of [parts, [parts[2], parts[0], parts[1]]]) {
      const bytes = bytesOf(plain.slice(0, 2), ...order, plain.slice(2));
      expect((await originOf(bytes))?.place).toMatchObject({ latitude: expect.closeTo(PLACE.latitude, 9) });
      const after = await cut(bytes);
      expect(await originOf(after)).toBeUndefined();
      for (const said of ['GPS', '48,12', 'Snap']) expect(Buffer.from(after).includes(said)).toBe(false);
    }
  });

  test('the orientation stays', async () => {
    for (let orientation = 1; orientation <= 8; orientation++) {
      for (const isLittle of [true, false]) {
        const after = await cut(jpegOf({ exif: exifOf({ ...CAMERA, orientation, isLittle }) }));
        const [block] = await jpegBlocks(new PieceReader(async (from, to) => after.subarray(from, to), after.length));
        expect(readOrientation(block?.content ?? bytesOf())).toBe(orientation);
      }
    }
  });

  test('the chunks of a PNG keep their checksums', async () => {
    const { default: zlib } = await import('node:zlib');
    for (const name of Object.keys(FILES).filter((name) => name.startsWith('PNG'))) {
      const after = Buffer.from(await cut(FILES[name] as Uint8Array<ArrayBuffer>));
      for (let at = 8; at < after.length; ) {
        const length = after.readUInt32BE(at);
        expect(after.readUInt32BE(at + 8 + length)).toBe(zlib.crc32(after.subarray(at + 4, at + 8 + length)));
        at += 12 + length;
      }
    }
  });

  test('a chunk without its checksum is left alone', async () => {
    const whole = pngOf([], [chunk('eXIf', EXIF)]);
    for (let missing = 0; missing < 20; missing++) {
      const bytes = whole.slice(0, whole.length - missing);
      expect((await cut(bytes)).length).toBe(bytes.length);
    }
  });

  test('any damage is read as far as it goes, and cutting overwrites nothing but what describes the picture', async () => {
    const changes = fc.array(fc.tuple(fc.nat(), fc.nat({ max: 255 })), { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.values(FILES)), changes, fc.nat(), async (bytes, changed, length) => {
        const broken = bytes.slice(0, length % 4 === 0 ? length % bytes.length : bytes.length);
        for (const [at, value] of changed) if (broken.length > 0) broken[at % broken.length] = value;
        const after = await cut(broken);
        expect(after.length).toBeLessThanOrEqual(broken.length);
      }),
      { numRuns: 1000 },
    );
  });

  test('a file of many parts, or whose parts lead back, is left after a bounded time', async () => {
    // An index that lists the picture's own beginning, and a directory of 65,535 entries that overlap.
    const looped = jpegOf({}, jpegOf({}));
    const at = Buffer.from(looped).indexOf('MPF');
    const view = new DataView(looped.buffer);
    view.setUint32(at + 4 + 26 + 16 + 8, 0xffffffff);
    expect(await originOf(looped)).toBeUndefined();
    const many = new Uint8Array(65_000).fill(0xff);
    many.set(bytesOf('MM\0*', [0, 0, 0, 8, 0xff, 0xff]));
    await originOf(jpegOf({ exif: many }));
    const chunks = pngOf(
      Array.from({ length: 30_000 }, () => chunk('tEXt', bytesOf('a\0b'))),
      [chunk('eXIf', EXIF)],
    );
    expect(await originOf(chunks)).toMatchObject({ place: undefined, unchecked: ['long'] });
  });

  test('reads what describes the picture, not the picture', async () => {
    const padded = bytesOf(FILES['JPEG, all'] as Uint8Array);
    let read = 0;
    const file = new Blob([padded, new Uint8Array(20 << 20)]);
    const slice = file.slice.bind(file);
    file.slice = (from = 0, to = file.size) => {
      read += to - from;
      return slice(from, to);
    };
    expect((await photoOrigin(file, options()))?.device).toBe('Acme Snap 3');
    expect(read).toBeLessThanOrEqual(1 << 17);
  });

  test('ends when it is canceled', async () => {
    await expect(
      photoOrigin(new Blob([FILES['JPEG, Exif'] as Uint8Array<ArrayBuffer>]), { signal: AbortSignal.abort() }),
    ).rejects.toThrow();
  });
});
