import { describe, expect, it } from 'vitest';
import { MAX_QUOTED, quote, shortened } from './text.ts';

describe('quote', () => {
  it('leaves a readable name as it is', () => {
    expect(quote('model/weights.pt')).toBe('“model/weights.pt”');
  });

  it('cuts a long one in its middle', () => {
    const quoted = quote(`model/${'x'.repeat(1_000_000)}/weights.pt`);
    expect(quoted).toMatch(/^“model\/x+…x+\/weights\.pt”$/);
    expect(quoted).toHaveLength(MAX_QUOTED + 2);
  });

  it('cuts no character in two', () => {
    for (let length = 10; length < 20; length++) {
      const short = shortened('🥳'.repeat(100), length);
      // Throws at half a pair of surrogates.
      expect(decodeURIComponent(encodeURIComponent(short))).toBe(short);
      expect(short.length).toBeLessThanOrEqual(length);
    }
  });
});
