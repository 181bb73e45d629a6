import { formatBytes } from '../../../base/amounts.ts';
import { CodeView } from '../../../widgets/code-view/code-view.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import type { KeyValue } from '../core/header/key-value.ts';
import { CHAT_TEMPLATE } from '../core/own.ts';
import classes from './chat-template.module.css';

/** A template, highlighted as Jinja. */
export function ChatTemplate({ pair: { key, value, cutBytes } }: { pair: KeyValue }) {
  const text = String(value);
  return (
    <div className={classes.template}>
      {key !== CHAT_TEMPLATE && (
        <p className={classes.name}>
          <NameText mono>{key}</NameText>
        </p>
      )}
      <CodeView text={text} language="jinja" name={key} />
      {cutBytes !== undefined && <p className={classes.cut}>The first part of {formatBytes(cutBytes)}.</p>}
    </div>
  );
}
