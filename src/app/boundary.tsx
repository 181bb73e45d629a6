import { Button } from '@mantine/core';
import { Component, type ReactNode, useState } from 'react';
import { type ErrorData, toErrorData } from '../base/errors.ts';
import { ErrorNote } from '../widgets/error-note.tsx';

interface Props {
  children: ReactNode;
  /** A new value renders a failed view again. */
  resetKey: string;
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
    return (
      <div role="status">
        <ErrorNote error={error} />
        <Button mt={12} onClick={() => this.setState({ error: undefined })}>
          Show it again
        </Button>
      </div>
    );
  }
}

/** Renders a dialog, and so loads it, once it is first opened. It stays rendered, to close softly. */
export function LateDialog({ opened, children }: { opened: boolean; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(opened);
  if (opened && !wasOpened) setWasOpened(true);
  return wasOpened && <Boundary resetKey={String(opened)}>{children}</Boundary>;
}
