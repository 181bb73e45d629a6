import type { Language } from '../model/file/language.ts';
import classes from './code-block.module.css';
import { CodeView } from './code-view/code-view.tsx';
import { CopyButton } from './copy-button.tsx';

interface Props {
  /** What it is, for its accessible name and the button's: "Python code". */
  label: string;
  text: string;
  language: Language;
}

/** Code of ours to copy. What is long scrolls. */
export function CodeBlock({ label, text, language }: Props) {
  return (
    <div className={classes.block}>
      <CodeView compact text={text} language={language} name={label} />
      <span className={classes.copy}>
        <CopyButton value={text} label={`Copy ${label}`} kind="text" />
      </span>
    </div>
  );
}
