import type { ReactNode } from 'react';
import type { Tone } from '../../widgets/severity.tsx';

/** What a row of the trust card says. */
export interface TrustText {
  tone: Tone;
  /** A word or two, for a screen that has no room for the sentence. */
  brief: string;
  /** One clause, without a full stop. */
  sentence: string;
  /** Sentences, or a few words. */
  detail?: ReactNode;
}

export function trustText(tone: Tone, brief: string, sentence: string, detail?: string): TrustText {
  return { tone, brief, sentence, detail };
}

/** Clauses as sentences, without those that are not to be said. */
export function sentences(clauses: readonly (string | false | undefined)[]): string {
  return clauses.flatMap((clause) => (clause ? [`${clause}.`] : [])).join(' ');
}
