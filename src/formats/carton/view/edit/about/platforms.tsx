import { IconX } from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { shortened } from '../../../../../base/text.ts';
import type { Edit } from '../../../../../model/edit/edit.ts';
import { SuggestInput } from '../../../../../widgets/form-suggest/suggest-input.tsx';
import { suggestionsFor } from '../../../../../widgets/form-suggest/suggestions.ts';
import { HintButton } from '../../../../../widgets/hint.tsx';
import { NameText, visibleText } from '../../../../../widgets/name-text.tsx';
import { useEdit } from '../../../../draft-values.ts';
import shared from '../../../../form/form.module.css';
import { aboutField, FindingTexts } from '../../../../form/notes.tsx';
import { sameProps } from '../../../../form/same-props.ts';
import { useUnfinishedText } from '../../../../form/unfinished.ts';
import { MAX_PLATFORMS } from '../../../core/limits.ts';
import { describeTargetTriple, newPlatforms, parseTargetTriple } from '../../../core/read/target-triple.ts';
import { FieldBox, type FieldProps, textOf } from '../field.tsx';
import { findingsBeside, findingsWithin } from '../field-findings.ts';
import classes from './platforms.module.css';

/** The platforms that most cartons name (format document, `required_platforms`), and other usual ones. */
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

/** The target triples that the model runs on. An empty list means any. */
export const Platforms = memo(function Platforms({ path, value, findings }: FieldProps) {
  const edit = useEdit();
  const { kept, keep, drop } = useUnfinishedText({ label: 'Required platforms', field: path });
  const [typed, setTyped] = useState(kept?.text ?? '');
  const input = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLUListElement>(null);
  const isList = Array.isArray(value);
  const items = isList ? value : [];
  const shown = items.slice(0, MAX_PLATFORMS);
  const beside = findingsBeside(
    findings,
    shown.map((_, index) => `${path[0]}.${index}`),
  );
  const usual = USUAL.filter((one) => !items.includes(one.value));
  const focusButton = (index: number) => {
    const buttons = list.current?.querySelectorAll('button') ?? [];
    (buttons[Math.min(index, buttons.length - 1)] ?? input.current)?.focus();
  };

  const set = (text: string) => {
    setTyped(text);
    drop();
  };

  /** What was typed is not a platform. It stays in the field. */
  const refuse = (text: string, problem: string) => {
    setTyped(text);
    keep(text, problem);
  };

  const add = (text: string) => {
    const names = text.split(/[\s,]+/).filter((name) => name !== '');
    const wrong = names.find((name) => wordsOf(name) === undefined);
    // One word, such as "arm", may be a triple in itself. Where it finds usual platforms, it is meant as a search.
    const isSearch = names.length > 0 && (wrong !== undefined || !text.includes('-'));
    if (isSearch && suggestionsFor(usual, text).items.length > 0) return refuse(text.trim(), CHOOSE);
    if (wrong !== undefined) return refuse(text.trim(), refusal(wrong));
    set('');
    const fresh = newPlatforms(names, items.map(textOf));
    if (fresh.length === 0) return;
    edit(() => ({
      name: 'Add required platform',
      edits: isList
        ? fresh.map((name, i) => ({ kind: 'insert', path, at: items.length + i, value: name }))
        : [{ kind: 'set', path, value: fresh }],
    }));
  };

  return (
    <FieldBox path={path} findings={findings}>
      <SuggestInput
        label="Required platforms"
        mono
        inputRef={input}
        placeholder={items.length === 0 ? 'Any platform' : 'Add another'}
        value={typed}
        suggest={(query) => suggestionsFor(usual, query)}
        nothing="No match. You can type a full target triple, such as riscv64gc-unknown-linux-gnu."
        staysOpen
        onText={(text) => (text.includes(',') ? add(text) : set(text))}
        onPick={add}
        onBlur={() => add(typed)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          const [first, ...others] = suggestionsFor(usual, typed).items;
          if (event.key === 'Enter') add(first && others.length === 0 && typed.trim() !== '' ? first.value : typed);
          if (event.key === 'Escape' && kept) set('');
        }}
        {...aboutField({
          findings: beside,
          problem: kept && kept.text === typed ? kept.problem : undefined,
          text: typed,
          children:
            value !== undefined &&
            !isList &&
            `The value is not a list: ${visibleText(textOf(value))}. Adding a platform replaces it.`,
        })}
      />
      {items.length > 0 && (
        <ul ref={list} className={classes.platforms} aria-label="Chosen platforms">
          {shown.map((item, index) => {
            const name = textOf(item);
            const own = findingsWithin(findings, `${path[0]}.${index}`);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a platform may be listed twice.
              <li key={index} className={classes.platform}>
                <span className={classes.platformName}>
                  <NameText mono>{name}</NameText>{' '}
                  <span className={shared.hint}>{wordsOf(name) ?? 'not a target triple'}</span>
                  <FindingTexts findings={own} />
                </span>
                <HintButton
                  Icon={IconX}
                  label={`Remove platform ${index + 1}`}
                  name={`Remove platform ${visibleText(name)}`}
                  onClick={() => {
                    const edits: Edit[] = [{ kind: 'remove', path: items.length === 1 ? path : [...path, index] }];
                    flushSync(() => edit(() => ({ name: 'Remove required platform', edits })));
                    focusButton(index);
                  }}
                />
              </li>
            );
          })}
        </ul>
      )}
    </FieldBox>
  );
}, sameProps);

const CHOOSE = 'This is not a target triple. Choose one from the list, or type a full one.';

/** Most characters of typed text in a sentence. */
const MAX_SHOWN = 60;

/** Why a text is not a platform. */
function refusal(name: string): string {
  const parsed = parseTargetTriple(name);
  const why = parsed.ok ? '' : `: ${visibleText(shortened(parsed.reason, MAX_SHOWN))}`;
  return `This is not a target triple${why}. A valid one is x86_64-unknown-linux-gnu.`;
}

/** A platform in words: "Linux on 64-bit x86". */
function wordsOf(name: string): string | undefined {
  const parsed = parseTargetTriple(name);
  return parsed.ok ? describeTargetTriple(parsed.triple) : undefined;
}
