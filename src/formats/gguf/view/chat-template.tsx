import { Button } from '@mantine/core';
import { useState } from 'react';
import { formatBytes, formatCount } from '../../../base/amounts.ts';
import { CodeView } from '../../../widgets/code-view/code-view.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import type { KeyValue } from '../core/header/key-value.ts';
import { CHAT_TEMPLATE } from '../core/own.ts';
import classes from './chat-template.module.css';

/** A template with more lines or characters than this is folded. Those of models with tools have hundreds of lines. */
const MOST_LINES = 20;
const MOST_CHARACTERS = 2_000;

/** A template, highlighted as Jinja. A long one unfolds. */
export function ChatTemplate({ pair: { key, value, cutBytes } }: { pair: KeyValue }) {
  const text = String(value);
  const lines = text.replace(/\n$/, '').split('\n').length;
  const isLong = lines > MOST_LINES || text.length > MOST_CHARACTERS;
  const [isOpen, setOpen] = useState(false);
  const all = lines > MOST_LINES ? `${formatCount(lines)} lines` : `${formatCount(text.length)} characters`;
  return (
    <div className={classes.template}>
      {key !== CHAT_TEMPLATE && (
        <p className={classes.name}>
          <NameText mono>{key}</NameText>
        </p>
      )}
      <div className={classes.text} data-folded={(isLong && !isOpen) || undefined}>
        <CodeView text={text} language="jinja" name={key} />
      </div>
      {isLong && (
        <Button size="compact-sm" mt={8} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all ${all}`}
        </Button>
      )}
      {cutBytes !== undefined && <p className={classes.cut}>The first part of {formatBytes(cutBytes)}.</p>}
    </div>
  );
}
