import { aboutBytes, formatCount } from '../../base/amounts.ts';
import type { PictureReading } from '../../picture/reading.ts';

/** Why a picture is not shown without asking, as a sentence. Undefined where it may be shown. */
export function doubtText({ doubt, size, cost }: PictureReading): string | undefined {
  const pixels = size ? `${formatCount(size.width)} × ${formatCount(size.height)} pixels` : '';
  switch (doubt?.kind) {
    case undefined:
      return undefined;
    case 'drawing':
      return `This drawing ${doubt.reason}. Drawing it may slow down your browser.`;
    case 'slow':
      return 'This drawing has many or very large parts. Drawing it may slow down your browser.';
    case 'pixels':
      return `This picture has ${pixels}. Showing it takes ${aboutBytes(cost?.memory ?? 0)} of memory.`;
    case 'frames':
      return `This picture has ${formatCount(doubt.frames)} frames of ${pixels}. Showing it may slow down your browser.`;
    case 'unknown':
      return 'The size of this picture is unknown, so it may be too large to show.';
  }
}
