import classes from './name-text.module.css';

interface Props {
  children: string;
  mono?: boolean;
}

// Controls, line and paragraph separators, and the characters that turn the direction of the text around them.
const INVISIBLE = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** The text with characters that cannot be seen written out, as `\u202E`. */
export function visibleText(text: string): string {
  return text.replace(INVISIBLE, (char) => {
    if (char === '\n') return '\\n';
    if (char === '\r') return '\\r';
    if (char === '\t') return '\\t';
    return `\\u${(char.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0')}`;
  });
}

/** A stranger's text on one line: isolated, so that it cannot turn what stands around it, with nothing hidden in it. */
export function NameText({ children, mono = false }: Props) {
  return <bdi className={mono ? classes.mono : classes.text}>{visibleText(children)}</bdi>;
}
