import { readFileSync } from 'node:fs';

/** An example of a document: its programs, in order, and what they print. */
export interface Example {
  title: string;
  programs: string[];
  prints: string;
}

/** The examples of docs/library.md: sections with programs. Throws where one does not say what it prints. */
export function documentedExamples(): Example[] {
  const text = readFileSync(new URL('../../docs/library.md', import.meta.url), 'utf8');
  return text.split(/^## /m).flatMap((section) => {
    const [title = ''] = section.split('\n');
    const blocks = [...section.matchAll(/^```(ts|text)\n(.*?)^```$/gms)];
    const programs = blocks.flatMap(([, language, code = '']) => (language === 'ts' ? [code] : []));
    if (programs.length === 0) return [];
    const prints = blocks.find(([, language]) => language === 'text')?.[2]?.trim();
    if (!prints) throw new Error(`docs/library.md, “${title}”, does not say what it prints.`);
    return [{ title, programs, prints }];
  });
}
