import { ActionIcon, Tooltip } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import type { Finding } from '../../../../base/findings.ts';
import { MAX_PLATFORMS } from '../../../../base/limits.ts';
import type { TomlValue } from '../../../../model/carton-toml.ts';
import { SuggestInput } from '../../../../widgets/form-suggest/suggest-input.tsx';
import { suggestionsFor } from '../../../../widgets/form-suggest/suggestions.ts';
import { NameText, visibleText } from '../../../../widgets/name-text.tsx';
import { describeTargetTriple, parseTargetTriple } from '../../core/target-triple.ts';
import { isAlike } from './alike.ts';
import { useEdit } from './editor.ts';
import { Fixes } from './fixes.tsx';
import classes from './form.module.css';
import { aboutField } from './notes.tsx';
import { textOf } from './text-row.tsx';

interface Props {
  value: TomlValue | undefined;
  findings: readonly Finding[];
}

/** What most cartons that name any are made for (format document, `required_platforms`), and the usual ones beside these. */
const USUAL = [
  'x86_64-unknown-linux-gnu',
  'aarch64-unknown-linux-gnu',
  'x86_64-apple-darwin',
  'aarch64-apple-darwin',
  'x86_64-pc-windows-msvc',
  'aarch64-pc-windows-msvc',
  'x86_64-unknown-linux-musl',
  'aarch64-unknown-linux-musl',
  'wasm32-unknown-unknown',
  'wasm32-wasi',
].map((value) => ({ value, note: wordsOf(value) }));

const PATH = ['required_platforms'];

/** The target triples that the model runs on. None at all: any. */
export const Platforms = memo(function Platforms({ value, findings }: Props) {
  const edit = useEdit();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const wanted = useRef<number>(undefined);
  const isList = Array.isArray(value);
  const items = isList ? value : [];
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(wanted.current, buttons.length - 1)] ?? input.current)?.focus();
    wanted.current = undefined;
  });

  const add = (text: string) => {
    setTyped('');
    const names = text.split(/[\s,]+/).filter((name) => name !== '');
    const fresh = [...new Set(names)].filter((name) => !items.includes(name));
    if (fresh.length === 0) return;
    edit(() => {
      if (!isList) return { name: 'Add required platform', edits: [{ kind: 'set', path: PATH, value: fresh }] };
      return {
        name: 'Add required platform',
        edits: fresh.map((name, i) => ({ kind: 'insert', path: PATH, at: items.length + i, value: name })),
      };
    });
  };

  return (
    <div>
      <SuggestInput
        label="Required platforms"
        mono
        inputRef={input}
        placeholder={items.length === 0 ? 'Any platform' : 'Add another'}
        value={typed}
        suggest={(query) =>
          suggestionsFor(
            USUAL.filter(({ value: usual }) => !items.includes(usual)),
            query,
          )
        }
        onText={(text) => (/[,\s]/.test(text) ? add(text) : setTyped(text))}
        onPick={add}
        onBlur={() => add(typed)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) add(typed);
        }}
        {...aboutField({
          findings,
          text: typed,
          children:
            value !== undefined && !isList
              ? `It is ${visibleText(textOf(value))}, which is no list, and is replaced when one is added.`
              : undefined,
        })}
      />
      {items.length > 0 && (
        <ul ref={list} className={classes.platforms} aria-label="Chosen platforms">
          {items.slice(0, MAX_PLATFORMS).map((item, index) => {
            const name = textOf(item);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: one may stand there twice.
              <li key={index} className={classes.platform}>
                <span className={classes.platformName}>
                  <NameText mono>{name}</NameText>{' '}
                  <span className={classes.hint}>{wordsOf(name) ?? 'no target triple'}</span>
                </span>
                <Tooltip label={`Remove platform ${index + 1}`}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove platform ${visibleText(name)}`}
                    onClick={() => {
                      wanted.current = index;
                      edit(() => ({
                        name: 'Remove required platform',
                        edits: [{ kind: 'remove', path: items.length === 1 ? PATH : [...PATH, index] }],
                      }));
                    }}
                  >
                    <IconX size={16} stroke={1.75} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              </li>
            );
          })}
        </ul>
      )}
      <Fixes findings={findings} />
    </div>
  );
}, isAlike);

/** A platform in words: "Linux on 64-bit x86". */
function wordsOf(name: string): string | undefined {
  const parsed = parseTargetTriple(name);
  return parsed.ok ? describeTargetTriple(parsed.triple) : undefined;
}
