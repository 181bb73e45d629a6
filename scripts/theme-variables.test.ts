import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { THEME_VARIABLES_FILE, themeVariables } from './theme-variables.ts';

it('the style sheet has what the theme sets (npm run theme writes it again)', () => {
  expect(readFileSync(THEME_VARIABLES_FILE, 'utf8')).toBe(themeVariables());
});
