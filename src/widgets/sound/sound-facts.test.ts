import { expect, test, vi } from 'vitest';
import { soundFactsOf } from './sound-facts.ts';

test('the header of a sound is read once for all who ask, and again only after a failure', async () => {
  const blob = new Blob(['fLaC']);
  const slice = vi.spyOn(blob, 'slice').mockImplementationOnce(() => {
    throw new DOMException('The file was moved.', 'NotReadableError');
  });
  await expect(Promise.all([soundFactsOf(blob), soundFactsOf(blob)])).rejects.toThrow('moved');
  expect(slice).toHaveBeenCalledTimes(1);
  expect(await Promise.all([soundFactsOf(blob), soundFactsOf(blob)])).toEqual([{}, {}]);
  expect(await soundFactsOf(blob)).toEqual({});
  expect(slice).toHaveBeenCalledTimes(2);
});
