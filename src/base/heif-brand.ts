/**
 * Brands of pictures and sequences of pictures in boxes: HEIF, MIAF, and those coded by HEVC, AVC or AV1
 * (ISO/IEC 23008-12, annex B to F; ISO/IEC 23000-22; AV1 Image File Format, 4).
 */
const AV1 = ['avif', 'avis', 'avio'];
const OTHERS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'avci', 'avcs'];
const GENERAL = ['mif1', 'mif2', 'msf1', 'miaf'];

/** Compatible brands that are read. Files name some five. */
const MAX_BRANDS = 32;

/**
 * What a file of boxes is by the brands that it begins with (ISO/IEC 14496-12, 4.3): `avif` for AV1, which browsers
 * draw, `heif` for all other pictures. Undefined where it is not a picture, such as a film.
 *
 * @param bytes the first ones of the file, with the box `ftyp` as far as it is read
 */
export function heifBrand(bytes: Uint8Array): 'avif' | 'heif' | undefined {
  const text = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  if (bytes.length < 12 || text(4) !== 'ftyp') return undefined;
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0);
  const brands = [text(8)];
  for (let at = 16; at + 4 <= Math.min(size, bytes.length) && brands.length < MAX_BRANDS; at += 4)
    brands.push(text(at));
  const has = (list: readonly string[]) => brands.some((brand) => list.includes(brand));
  if (has(AV1)) return 'avif';
  return has(OTHERS) || has(GENERAL) ? 'heif' : undefined;
}
