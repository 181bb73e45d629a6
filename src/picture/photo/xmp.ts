import type { Told } from './exif.ts';

/**
 * Properties that name a place (XMP part 2, 2.4 and IPTC Photo Metadata). Writers use these prefixes. Makers of drones
 * and cameras have their own ones for GPS.
 */
const PLACE =
  /:G(?:PS|ps)(?!Version|TimeStamp|DateStamp)\w|\b(?:photoshop:(?:City|State|Country)\b|Iptc4xmpCore:(?:Location|CountryCode)\b|Iptc4xmpExt:Location\w|geo:(?:lat|long)\b)/;

/** Properties that name a device, or its number. */
const DEVICE =
  /\b(?:tiff:(?:Make|Model)|aux:(?:Lens\w*|OwnerName)|exifEX:LensModel)\b|:(?:CameraOwnerName|(?:Camera|Body|Lens|Drone)?SerialNumber)\b/;

const MODEL = /\btiff:Model\s*(?:=\s*["']([^"'<]{1,60})["']|>([^<]{1,60})<)/;

/** A position in XMP: `48,12.5N` or `48,12,30N`. */
const position = (property: string, sides: string) =>
  new RegExp(
    `\\bexif:${property}\\s*(?:=\\s*["']|>)\\s*(\\d{1,3}),(\\d{1,2}(?:\\.\\d{1,12})?)(?:,(\\d{1,2}))?([${sides}])`,
  );
const LATITUDE = position('GPSLatitude', 'NS');
const LONGITUDE = position('GPSLongitude', 'EW');

/** A text of XML without a property. */
const EMPTY =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"/></x:xmpmeta>';

/** Place and device of an XMP block. */
export function readXmp(bytes: Uint8Array): Told {
  const text = new TextDecoder('latin1').decode(bytes);
  const [latitude, longitude] = [degrees(text.match(LATITUDE)), degrees(text.match(LONGITUDE))];
  const hasBoth = latitude !== undefined && longitude !== undefined;
  const model = text.match(MODEL);
  return {
    place: PLACE.test(text) ? (hasBoth ? { latitude, longitude } : 'named') : undefined,
    device: DEVICE.test(text) ? (model?.[1] ?? model?.[2] ?? 'its camera') : undefined,
  };
}

function degrees(match: RegExpMatchArray | null): number | undefined {
  if (!match) return undefined;
  const value = Number(match[1]) + Number(match[2]) / 60 + Number(match[3] ?? 0) / 3600;
  return match[4] === 'S' || match[4] === 'W' ? -value : value;
}

/** An XMP block of the same length that says nothing. */
export function blankXmp(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = bytes.length < EMPTY.length ? '' : EMPTY;
  return new TextEncoder().encode(text.padEnd(bytes.length));
}
