import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { LevelsProvider } from '../../../state/hooks.ts';
import { createLevels } from '../../../state/level/levels.ts';
import { fakeWorker } from '../../../testing/fake-worker.ts';
import ReviewDialog from './review.tsx';

// The real one renders its content only in a document.
vi.mock('../../../widgets/dialog.tsx', () => ({ Dialog: ({ children }: { children: unknown }) => children }));

afterEach(() => vi.unstubAllGlobals());

test('the review is empty while it fades and no package is open anymore', () => {
  vi.stubGlobal('window', { location: { href: 'https://boxcutter.example/' } });
  const review = (
    <LevelsProvider value={createLevels(fakeWorker().client)}>
      <ReviewDialog opened={false} onClose={() => {}} onSave={() => {}} />
    </LevelsProvider>
  );
  expect(renderToStaticMarkup(review)).toBe('');
});
