import { FileButton } from '@mantine/core';
import { IconFileUpload } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';
import { HintButton } from '../hint.tsx';
import classes from './value-drop.module.css';

interface Props {
  /** What it asks for, for screen readers: "input x of example 1". */
  label: string;
  onFiles(files: File[]): void;
  onType(): void;
  /** Undefined where there is nothing to choose. */
  onChoose?: (() => void) | undefined;
}

/**
 * An empty value: files are dropped on it or pasted, or chosen, a value is typed, or a tensor of the package is taken.
 * The element around it takes what is dropped.
 */
export function ValueDrop({ label, onFiles, onType, onChoose }: Props) {
  return (
    <div className={classes.drop} data-empty="">
      <span className={classes.words}>
        Drop a <code className={classes.code}>.npy</code>, <code className={classes.code}>.csv</code> or picture,{' '}
        {onChoose ? '' : 'or '}
        <LinkButton onClick={onType} label={label} isFirst>
          type a value
        </LinkButton>
        {onChoose && (
          <>
            , or{' '}
            <LinkButton onClick={onChoose} label={label}>
              choose a tensor
            </LinkButton>
          </>
        )}
      </span>
      <ChooseFile label={label} onFiles={onFiles} />
    </div>
  );
}

/** A word in a sentence that does something. */
function LinkButton(props: { onClick(): void; label: string; isFirst?: boolean; children: ReactNode }) {
  return (
    <button type="button" className={classes.link} data-ask={props.isFirst || undefined} onClick={props.onClick}>
      {props.children}
      <span className="visually-hidden"> for {props.label}</span>
    </button>
  );
}

/** For those who do not drag or paste. Any file can be chosen: what it is, its bytes say. */
function ChooseFile({ label, onFiles }: Pick<Props, 'label' | 'onFiles'>) {
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      multiple
      resetRef={reset}
      onChange={(files) => {
        // Emptied, so that choosing the same file again fires another change event.
        reset.current?.();
        onFiles(files);
      }}
    >
      {({ onClick }) => (
        <HintButton label="Choose a file" name={`Choose a file for ${label}`} Icon={IconFileUpload} onClick={onClick} />
      )}
    </FileButton>
  );
}
