import { percentDecoded } from '../../../../base/address.ts';
import { relativePath } from '../../../../model/file/file-address.ts';
import type { MakerDescription } from '../../../../model/maker.ts';
import { applySplices, type TextSplice } from '../../../../toml/lines.ts';
import { encodedAddress } from '../edit/file-references.ts';
import { MISC_ADDRESS, MISC_PREFIX } from '../paths.ts';
import { type DescribedAddress, scanDescription } from '../read/description.ts';

/** Pictures of a README that are taken. Those of models on Hugging Face have some dozens at most. */
const MAX_PICTURES = 200;

/** The files of the folder that a README at its top shows as pictures, each once. They may not be there. */
export function readmePictures(markdown: string): string[] {
  const paths = scanDescription(markdown).addresses.flatMap((one) => (one.kind === 'image' ? (fileOf(one) ?? []) : []));
  return [...new Set(paths)].slice(0, MAX_PICTURES);
}

/**
 * A README at the top of a folder as a description (format document, "model_description"): it shows its pictures from
 * `misc/`. Addresses of others stay as they are, and lead nowhere.
 *
 * @param placeOf where a file of the folder goes. Undefined where it is left out
 */
export function readmeDescription(markdown: string, placeOf: (path: string) => string | undefined): MakerDescription {
  const text = markdown.replace(/\r\n?/g, '\n');
  const { addresses, html } = scanDescription(text);
  const splices = new Map<number, TextSplice>();
  const lost = new Set<string>();
  for (const one of addresses) {
    const path = fileOf(one);
    if (path === undefined) continue;
    const place = placeOf(path);
    if (place?.startsWith(MISC_ADDRESS.folder) && splices.size < MAX_PICTURES) {
      const address = MISC_PREFIX + encodedAddress(place.slice(MISC_ADDRESS.folder.length));
      // Two references may have one definition.
      splices.set(one.start, { start: one.start, end: one.end, text: address });
    } else lost.add(one.address);
  }
  return {
    text: applySplices(text, [...splices.values()]) ?? text,
    lost: [...lost],
    htmlPictures: html.filter(({ tag }) => tag === 'img').length,
  };
}

/** The file of the folder that an address leads to. Undefined for one of a host, and for a heading of the README. */
function fileOf({ address }: DescribedAddress): string | undefined {
  if (address.startsWith('@')) return undefined;
  const path = relativePath(address, '');
  return path === undefined ? undefined : percentDecoded(path);
}
