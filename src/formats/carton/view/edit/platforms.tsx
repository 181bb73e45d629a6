import { TagsInput } from '@mantine/core';
import type { Finding } from '../../../../base/findings.ts';
import { MAX_PLATFORMS } from '../../../../base/limits.ts';
import type { TomlValue } from '../../../../model/carton-toml.ts';
import { setField } from '../../../../model/steps.ts';
import { visibleText } from '../../../../widgets/name-text.tsx';
import { describeTargetTriple, parseTargetTriple } from '../../core/target-triple.ts';
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
];

const PATH = ['required_platforms'];

/** The target triples that the model runs on. None at all: any. */
export function Platforms({ value, findings }: Props) {
  const edit = useEdit();
  const isList = Array.isArray(value);
  const items = isList ? value : [];
  // Numbers and tables among them keep their place as long as only names are added and removed.
  const others = items.filter((item) => typeof item !== 'string');
  const names = [...new Set(items.filter((item) => typeof item === 'string'))].slice(0, MAX_PLATFORMS);
  return (
    <div>
      <TagsInput
        label="Required platforms"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data={USUAL}
        value={names}
        splitChars={[',', ' ']}
        openOnFocus={false}
        isDuplicate={(name, all) => all.includes(name)}
        maxTags={MAX_PLATFORMS}
        classNames={{ pill: classes.pill ?? '' }}
        renderOption={({ option }) => (
          <span className={classes.choice}>
            <span className={classes.mono}>{option.value}</span>
            <span className={classes.hint}>{wordsOf(option.value)}</span>
          </span>
        )}
        onChange={(next) =>
          edit((values) => {
            const wanted = [...next.map((name) => name.trim()).filter((name) => name !== ''), ...others];
            if (wanted.length === 0)
              return value === undefined
                ? undefined
                : { name: 'Remove required platforms', edits: [{ kind: 'remove', path: PATH }] };
            const { key: _, ...step } = setField(values, PATH, 'required platforms', wanted);
            return step;
          })
        }
        {...aboutField({
          findings,
          children: (
            <>
              {value !== undefined && !isList && <span>It is {textOf(value)}, which is no list. </span>}
              {names.length === 0
                ? 'Any platform.'
                : names.slice(0, 10).map((name, i) => (
                    <span key={name}>
                      {i > 0 && '; '}
                      <bdi>{wordsOf(name) ?? `${visibleText(name)} is no target triple`}</bdi>
                    </span>
                  ))}
              {names.length > 10 && `; and ${names.length - 10} more`}
            </>
          ),
        })}
      />
      <Fixes findings={findings} />
    </div>
  );
}

function wordsOf(name: string): string | undefined {
  const parsed = parseTargetTriple(name);
  return parsed.ok ? describeTargetTriple(parsed.triple) : undefined;
}
