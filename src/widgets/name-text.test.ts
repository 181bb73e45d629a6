import { describe, expect, it } from 'vitest';
import { visibleText } from './name-text.tsx';

describe('visibleText', () => {
  it('writes out what cannot be seen', () => {
    expect(visibleText('model/\u202Egpj.exe')).toBe('model/\\u202Egpj.exe');
    expect(visibleText('a\nb\tc\u0000d')).toBe('a\\nb\\tc\\u0000d');
  });

  it('leaves every visible script alone', () => {
    expect(visibleText('నమస్తే 🥳 e\u0301')).toBe('నమస్తే 🥳 e\u0301');
  });
});
