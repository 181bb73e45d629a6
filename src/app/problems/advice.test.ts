import { describe, expect, it } from 'vitest';
import { loadedFindings } from '../../base/findings.ts';
import '../../formats/findings.ts';
import { adviceToEditor } from './advice.ts';

describe('adviceToEditor', () => {
  it('sends nobody who edits the package to its author first', () => {
    expect(adviceToEditor('Ask the author to correct the value.')).toBe('Correct the value.');
    expect(adviceToEditor('Set the two options when you load it, or ask the author to correct them.')).toBe(
      'Set the two options when you load it, or correct them.',
    );
    expect(adviceToEditor('Ask the author to rename one of them.')).toBe('Rename one of them.');
    expect(adviceToEditor('Do not use it. The author can write it again.')).toBe('You can write it again.');
    expect(adviceToEditor('Read it. The author can use a name of spdx.org. Case matters.')).toBe(
      'You can use a name of spdx.org. Case matters.',
    );
    expect(adviceToEditor('Do not rely on it. If it belongs here, the author can repack it.')).toBe(
      'If it belongs here, you can repack it.',
    );
    for (const { action } of loadedFindings().entries.values()) {
      expect(action, 'other words for the author').not.toMatch(
        /ask its author|its author can|have its author|tell its author/i,
      );
      const advice = adviceToEditor(action);
      expect(advice).not.toMatch(/^Ask the author to |, or ask the author to|author can /i);
      expect(advice).toMatch(/^\p{Lu}|^[a-z]+\.toml/u);
    }
  });

  it('leaves other advice alone', () => {
    for (const action of ['Download the file again.', 'Ask the author for a complete package.'])
      expect(adviceToEditor(action)).toBe(action);
  });
});
