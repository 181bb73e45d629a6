import { NetworkError } from '../../base/errors.ts';
import type { DrawFigure } from '../../widgets/tensor-views/view-exports.tsx';
import type { FileToSave } from './export-job.tsx';

/** A figure as a PNG file. It is as small as a screen, and goes to the downloads. */
export function figureFile(name: string, draw: DrawFigure): FileToSave {
  return {
    name,
    bytes: 0,
    async write() {
      const canvas = document.createElement('canvas');
      await draw(canvas);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      if (blob) return blob;
      throw new NetworkError('source/save-failed', 'The browser could not draw the figure. Make the window smaller.');
    },
  };
}
