import { FileButton } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { formatBytes, formatCount } from '../../base/amounts.ts';
import { decodeUtf8 } from '../../base/bytes.ts';
import { MAX_FIELD_CHARACTERS, TextField } from '../form-text/text-field.tsx';
import { HintButton } from '../hint.tsx';
import { visibleText } from '../name-text.tsx';
import classes from './entry-list.module.css';
import { EntryLabel } from './entry-list.tsx';

interface Props {
  /** The entry in words. */
  of: string;
  value: string;
  /** Bytes of a file from which it is loaded. */
  maxBytes: number;
  onText(text: string): void;
}

/** The value of an entry that is text: typed, pasted, or loaded from a file, as chat templates are. */
export function EntryText({ of, value, maxBytes, onText }: Props) {
  /** Why a file was not loaded. It is about the text that the field then had. */
  const [failed, setFailed] = useState<{ problem: string; at: string }>();
  const empty = useRef<() => void>(null);
  const load = async (file: File | null) => {
    // So that choosing the same file again is a change.
    empty.current?.();
    if (!file) return;
    const read = await readText(file, maxBytes);
    if (read.problem === undefined) onText(read.text);
    setFailed(read.problem === undefined ? undefined : { problem: read.problem, at: value });
  };
  const problem = failed?.at === value ? failed.problem : undefined;
  return (
    <div className={classes.text}>
      {value.length > MAX_FIELD_CHARACTERS ? (
        <p className={classes.hint}>
          It has {formatCount(value.length)} characters, too many for a field. Load another text from a file, or remove
          it and add it again.{problem !== undefined && ` ${problem}`}
        </p>
      ) : (
        <TextField
          label={<EntryLabel of={of}>Value</EntryLabel>}
          multiline
          value={value}
          error={problem}
          onText={onText}
        />
      )}
      <FileButton resetRef={empty} onChange={load}>
        {({ onClick }) => (
          <HintButton
            Icon={IconFileImport}
            label="Load from a file"
            name={`Load the value of ${of} from a file`}
            size="lg"
            className={classes.remove ?? ''}
            onClick={onClick}
          />
        )}
      </FileButton>
    </div>
  );
}

type ReadText = { text: string; problem?: undefined } | { problem: string };

/** The text of a file without its byte-order mark, or why it has none, as a sentence. */
async function readText(file: File, maxBytes: number): Promise<ReadText> {
  const name = visibleText(file.name);
  if (file.size > maxBytes) {
    return { problem: `“${name}” has ${formatBytes(file.size)}. A value can have up to ${formatBytes(maxBytes)}.` };
  }
  try {
    const text = decodeUtf8(new Uint8Array(await file.arrayBuffer()));
    return text === undefined ? { problem: `“${name}” is not UTF-8 text.` } : { text: text.replace(/^\uFEFF/, '') };
  } catch {
    return { problem: `“${name}” could not be read.` };
  }
}
