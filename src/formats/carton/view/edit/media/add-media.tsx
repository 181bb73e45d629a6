import { Button, FileButton } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type ReactNode, useRef } from 'react';

/** What the dialog of the browser shows at first. Others can be chosen there, and are looked at like dropped ones. */
const ACCEPTED = 'image/*,audio/*';

interface Props {
  onFiles(files: File[]): void;
  /** As high as a field beside it, or small. */
  size?: 'sm' | 'xs';
  children: ReactNode;
}

/** A button that lets people choose pictures and sounds, for those who do not drag or paste them. */
export function AddMedia({ onFiles, size = 'xs', children }: Props) {
  const reset = useRef<() => void>(null);
  const take = (files: File[]) => {
    // Emptied, so that choosing the same file again fires another change event.
    reset.current?.();
    onFiles(files);
  };
  return (
    <FileButton accept={ACCEPTED} multiple resetRef={reset} onChange={take}>
      {(open) => (
        <Button
          {...open}
          data-add-media
          size={size}
          leftSection={<IconPhotoPlus size={size === 'sm' ? 16 : 14} aria-hidden />}
        >
          {children}
        </Button>
      )}
    </FileButton>
  );
}
