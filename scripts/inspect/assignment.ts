import { tomlValue } from './toml-value.ts';
import { UsageError } from './usage.ts';

/** `KEY=VALUE` on the command line: a field of the metadata file and its new value. */
export interface Assignment {
  /** The key as written, for messages. */
  key: string;
  parts: KeyPart[];
  value: string;
}

export interface KeyPart {
  name: string;
  quoted: boolean;
}

/** A part of a key: quoted as in TOML, or bare. */
const PART = /^\s*(?:("(?:[^"\\]|\\.)*")|('[^']*')|([^\s."'=]+))\s*/;

/**
 * Parses `KEY=VALUE`. Dots separate the parts of the key, and parts may be quoted as in TOML. Throws a `UsageError`.
 */
export function parseAssignment(text: string): Assignment {
  const parts: KeyPart[] = [];
  for (let rest = text; ; ) {
    const found = PART.exec(rest);
    if (!found) throw new UsageError(`--set takes KEY=VALUE, not ${text}`);
    const [whole, basic, literal, bare] = found;
    const name = basic === undefined ? (literal?.slice(1, -1) ?? bare ?? '') : tomlValue(basic);
    if (typeof name !== 'string') throw new UsageError(`In --set ${text}, ${basic} is not a TOML key.`);
    parts.push({ name, quoted: bare === undefined });
    rest = rest.slice(whole.length);
    if (rest.startsWith('='))
      return { key: text.slice(0, text.length - rest.length).trim(), parts, value: rest.slice(1) };
    if (!rest.startsWith('.')) throw new UsageError(`--set takes KEY=VALUE, not ${text}`);
    rest = rest.slice(1);
  }
}
