import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { Opened } from '../../../state/load.ts';
import { NameText } from '../../../widgets/name-text.tsx';
import classes from '../draft-dialog.module.css';
import { savedExtension, suggestedName, typedName } from './save-name.ts';

/** The name of the file that is saved, while it is typed. */
interface SaveName {
  typed: string;
  /** The name that it makes: never empty, and one that a file system takes. */
  value: string;
  type(text: string): void;
}

export function useSaveName({ package: { name, words }, descriptor, inside }: Opened): SaveName {
  const extension = savedExtension(name, words.extension);
  const edition = descriptor.kind === 'file' && !inside ? descriptor.edition : undefined;
  const suggested = suggestedName(name, extension, edition);
  const [typed, type] = useState(suggested);
  return { typed, value: typed.trim() === '' ? suggested : typedName(typed, extension), type };
}

interface Props {
  name: SaveName;
  readOnly: boolean;
  onEnter(): void;
}

/** The field for the name, which says where the file gets another one. */
export function NameField({ name: { typed, value, type }, readOnly, onEnter }: Props) {
  return (
    <TextInput
      label="File name"
      className={classes.name}
      inputWrapperOrder={['label', 'input', 'description']}
      description={
        value === typed.trim() ? undefined : (
          <>
            It will be saved as <NameText mono>{value}</NameText>.
          </>
        )
      }
      spellCheck={false}
      readOnly={readOnly}
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && !readOnly) onEnter();
      }}
    />
  );
}
