import type { PictureReading } from '../../picture/reading.ts';
import { formatBytes, formatCount } from '../byte-size.ts';

/** Why a picture is not shown without asking, as a sentence. Undefined where it may be shown. */
export function doubtText({ doubt, size, cost }: PictureReading): string | undefined {
  const pixels = size ? `${formatCount(size.width)} × ${formatCount(size.height)} pixels` : '';
  switch (doubt?.kind) {
    case undefined:
      return undefined;
    case 'drawing':
      return `This drawing ${doubt.reason}: drawing it may keep your browser busy for long.`;
    case 'slow':
      return 'This drawing has so many or such large parts that drawing it may keep your browser busy for long.';
    case 'pixels':
      return `This picture has ${pixels}: showing it takes about ${formatBytes(cost?.memory ?? 0)} of memory.`;
    case 'frames':
      return `This picture has ${formatCount(doubt.frames)} frames of ${pixels}: showing it may keep your browser busy for long.`;
    case 'unknown':
      return 'How many pixels this picture has does not stand where it should, so it may be too large to show.';
  }
}
