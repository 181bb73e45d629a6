import { visibleName } from '../base/text.ts';
import classes from './clipped-name.module.css';
import { NameText } from './name-text.tsx';

/** UTF-16 units of a name up to which it is not cut in its middle. */
const MOST_WHOLE = 14;

/** UTF-16 units of the end that stays: at most, and at least where the name has no part so short. */
const MOST_END = 12;
const LEAST_END = 4;

/** And of a hash. */
const HASH_END = 6;

/** What a part of a name begins with. */
const PART = /[._-]|(?<=[a-z])[A-Z]|(?<=\p{L})\d/gu;

/** The end of a name that is a hash. Nobody reads parts in it. */
const HASH = /[0-9a-f]{32}$/;

/** The end of the name of a file of several, such as `-00001-of-00030.safetensors`, which its number tells apart. */
const SHARD = /-\d{5}-of-\d{5}\.[a-z]{1,12}$/;

/** Letters of which a name is read from its other side. It is cut at its end, as its halves would change places. */
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/**
 * The halves of a long name: the end has its ending and what stands before it, which tell the files of a folder apart.
 * The end is empty where the name is not to be cut in its middle.
 *
 * @param name as `visibleName` writes it
 */
export function nameHalves(name: string): [start: string, end: string] {
  if (name.length <= MOST_WHOLE || RIGHT_TO_LEFT.test(name)) return [name, ''];
  const at = endOf(name);
  // Nothing is cut within a character, nor from its marks.
  const whole = /^[\p{M}\p{Surrogate}\u200d]/u.test(name.slice(at)) || /\p{Surrogate}$/u.test(name.slice(0, at));
  return whole ? [name, ''] : [name.slice(0, at), name.slice(at)];
}

/** Where the end of a name begins. */
function endOf(name: string): number {
  const own = SHARD.exec(name)?.index ?? (HASH.test(name) ? name.length - HASH_END : undefined);
  if (own !== undefined) return own;
  const from = name.length - MOST_END;
  const parts = Array.from(name.slice(from).matchAll(PART), ({ index }) => from + index);
  return parts.find((start) => name.length - start >= LEAST_END) ?? name.length - LEAST_END;
}

/** How many characters of a name `ClippedName` needs, to show its end. */
export function leastCharacters(name: string): number {
  const [start, end] = nameHalves(visibleName(name));
  return end === '' ? Math.min(start.length, MOST_WHOLE) : Math.min(end.length, MOST_END) + LEAST_START;
}

/** Characters of the start that stay, with what says that some are left out: as in the style sheet. */
const LEAST_START = 4;

interface Props {
  children: string;
  mono?: boolean;
}

/** A stranger's name as `NameText`, on one line that is cut in the middle of the name where there is no room. */
export function ClippedName({ children, mono = false }: Props) {
  const [start, end] = nameHalves(visibleName(children));
  if (end === '') return <NameText mono={mono}>{children}</NameText>;
  return (
    <bdi className={classes.root} data-mono={mono || undefined}>
      <span className={classes.start} data-short={start.length <= LEAST_START || undefined}>
        {start}
      </span>
      <span className={classes.end}>{end}</span>
    </bdi>
  );
}
