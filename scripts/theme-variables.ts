import { writeFileSync } from 'node:fs';
import {
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core';
import { cssVariablesResolver, theme } from '../src/app/theme.ts';

/** The style sheet of what `src/app/theme.ts` sets. The page imports it. */
export const THEME_VARIABLES_FILE = new URL('../src/app/theme-variables.css', import.meta.url);

/**
 * The variables of Mantine that differ from those of its own style sheet. Mantine would write them into a style element
 * as HTML, which the policy forbids.
 */
export function themeVariables(): string {
  const whole = mergeMantineTheme(DEFAULT_THEME, theme);
  const usual: Record<Part, Record<string, string>> = defaultCssVariablesResolver(DEFAULT_THEME);
  const ours = deepMerge(defaultCssVariablesResolver(whole), cssVariablesResolver(whole));
  const changed = (part: Part) =>
    Object.fromEntries(Object.entries(ours[part]).filter(([name, value]) => usual[part][name] !== value));
  const css = convertCssVariables(
    { variables: changed('variables'), light: changed('light'), dark: changed('dark') },
    ':root',
  );
  return `/* \`npm run theme\` writes this file from src/app/theme.ts, and a test compares them. */\n${pretty(css)}`;
}

type Part = 'variables' | 'light' | 'dark';

/** A line for each declaration. */
function pretty(css: string): string {
  return `${css
    .replace(/\s*\{/g, ' {\n  ')
    .replace(/;(?=[^}])/g, ';\n  ')
    .replace(/;\}/g, ';\n}')
    .replace(/\n{3,}/g, '\n\n')
    .trim()}\n`;
}

if (process.argv[1] === import.meta.filename) writeFileSync(THEME_VARIABLES_FILE, themeVariables());
