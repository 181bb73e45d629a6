import { visibleName } from '../base/text.ts';
import classes from './name-text.module.css';

export { visibleText } from '../base/text.ts';

interface Props {
  children: string;
  mono?: boolean;
}

/** A stranger's text on one line. It cannot change the direction of the text around it, and hides no characters. */
export function NameText({ children, mono = false }: Props) {
  return <bdi className={mono ? classes.mono : classes.text}>{visibleName(children)}</bdi>;
}
