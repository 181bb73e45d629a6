import { visibleText } from '../../base/text.ts';
import type { Coordinates, Extra, PhotoOrigin, Unchecked } from './photo.ts';

/** What a photo says of where and with what it was taken, and what could not be checked. */
export type PhotoTold = Pick<PhotoOrigin, 'place' | 'device' | 'extra' | 'unchecked'>;

const EXTRA: Readonly<Record<Extra, string>> = {
  after: 'There are bytes after the picture’s end.',
  beside: 'There are bytes beside the picture.',
};

const UNCHECKED: Readonly<Record<Unchecked, string>> = {
  more: 'It cannot be read to its end.',
  long: 'Some of what describes it is too long to be checked.',
  kind: 'Some of what describes it is of a kind that is not looked at.',
};

/** Whether something is asked before a photo is added: it says where it was taken, or may. */
export function asksFirst(told: PhotoTold | undefined): told is PhotoTold {
  return told !== undefined && (told.place !== undefined || told.extra.length + told.unchecked.length > 0);
}

/** Whether there is something to cut out of it. */
export function canCut({ place, device, extra }: PhotoTold): boolean {
  return place !== undefined || device !== undefined || extra.length > 0;
}

/** What a photo says, as sentences after its name: "was taken at 48.2083° N, 16.3700° E, with Snap 3." */
export function toldText({ place, device, extra, unchecked }: PhotoTold): string {
  const camera = device === undefined ? '' : `with ${visibleText(device)}`;
  const first =
    place === undefined
      ? camera === ''
        ? 'could not be checked completely.'
        : `says that it was taken ${camera}.`
      : `${placeText(place)}${camera && `, ${camera}`}.`;
  return [first, ...extra.map((part) => EXTRA[part]), ...unchecked.map((part) => UNCHECKED[part])].join(' ');
}

function placeText(place: NonNullable<PhotoTold['place']>): string {
  return place === 'named' ? 'names the place where it was taken' : `was taken at ${coordinatesText(place)}`;
}

/** A place in words: `48.2083° N, 16.3700° E`, which is exact to some ten meters. */
export function coordinatesText({ latitude, longitude }: Coordinates): string {
  const part = (value: number, [positive, negative]: readonly [string, string]) =>
    `${Math.abs(value).toFixed(4)}° ${value < 0 ? negative : positive}`;
  return `${part(latitude, ['N', 'S'])}, ${part(longitude, ['E', 'W'])}`;
}
