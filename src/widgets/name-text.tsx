import { shortened, visibleName } from '../base/text.ts';
import classes from './name-text.module.css';

export { visibleText } from '../base/text.ts';

interface Props {
  children: string;
  mono?: boolean;
}

/** Characters of a text that are shown. A browser takes many seconds to break a line of 30,000. */
const MAX_SHOWN = 2_000;

/** A stranger's text on one line, cut after `MAX_SHOWN` characters. It cannot change the direction of the text around it, and hides no characters. */
export function NameText({ children, mono = false }: Props) {
  return <bdi className={mono ? classes.mono : classes.text}>{visibleName(shortened(children, MAX_SHOWN))}</bdi>;
}
