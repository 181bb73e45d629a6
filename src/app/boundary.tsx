import { Button } from '@mantine/core';
import { Component, type ReactNode, useState } from 'react';
import { type ErrorData, toErrorData } from '../base/errors.ts';
import { ErrorNote } from '../widgets/error-note.tsx';
import classes from './boundary.module.css';

interface Props {
  children: ReactNode;
  /** A new value renders a failed view again. */
  resetKey: string;
  /** Whether the view stands in a bar, which has no room for more than a button. */
  brief?: boolean;
  /** What closes the view, if that is a dialog. The error then is in a dialog as well. */
  onClose?: (() => void) | undefined;
}

interface State {
  error: ErrorData | undefined;
  resetKey: string;
}

/** Shows the error of a view that throws instead of the view. The rest of the page keeps working. */
export class Boundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error: toErrorData(error) };
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { error: undefined, resetKey: props.resetKey };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const { brief, onClose } = this.props;
    const again = (
      <Button
        className={brief ? (classes.brief ?? '') : ''}
        size={brief ? 'compact-sm' : 'sm'}
        title={brief ? error.message : undefined}
        onClick={() => this.setState({ error: undefined })}
      >
        Show it again
      </Button>
    );
    if (brief) return <div role="status">{again}</div>;
    const note = (
      <>
        <ErrorNote error={error} />
        <div className={classes.acts}>
          {again}
          {onClose && <Button onClick={onClose}>Close</Button>}
        </div>
      </>
    );
    if (!onClose)
      return (
        <div role="status" className={classes.note}>
          {note}
        </div>
      );
    // The browser's own dialog: whatever could not be loaded, this needs no more.
    return (
      <dialog ref={showModal} className={classes.dialog} aria-label="Error" onClose={onClose}>
        {note}
      </dialog>
    );
  }
}

function showModal(dialog: HTMLDialogElement | null): void {
  if (dialog && !dialog.open) dialog.showModal();
}

interface LateDialogProps {
  opened: boolean;
  onClose(): void;
  children: ReactNode;
}

/** Renders a dialog, and so loads it, once it is first opened. It stays rendered, to close softly. */
export function LateDialog({ opened, onClose, children }: LateDialogProps) {
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  // A dialog that was not loaded is not asked for again before it is opened again.
  const closeFailed = () => {
    setWasOpened(false);
    onClose();
  };
  return (
    wasOpened && (
      <Boundary resetKey={String(opened)} onClose={closeFailed}>
        {children}
      </Boundary>
    )
  );
}
