import { useRef, useState } from 'react';
import type { FileEditing } from '../../../model/package.ts';
import type { LinkAsk } from '../../links/link-acts.ts';
import { LinkDialogs } from '../../links/link-dialogs.tsx';
import { AddDialog } from './add-dialog.tsx';
import type { PathAsk } from './file-acts.ts';
import type { NewFile } from './file-paths.ts';
import { PathDialog } from './path-dialog.tsx';
import { PhotoDialog, type PhotosAsk } from './photo-dialog.tsx';
import { type ReferencesAsk, ReferencesDialog } from './references-dialog.tsx';
import { type SecretsAsk, SecretsDialog } from './secrets-dialog.tsx';

/** What a dialog asks before files change. */
type Question =
  | { readonly ask: 'path'; readonly of: PathAsk }
  | { readonly ask: 'references'; readonly of: ReferencesAsk; onAnswer(isYes: boolean): void }
  | { readonly ask: 'link'; readonly of: LinkAsk }
  | { readonly ask: 'photos'; readonly of: PhotosAsk; onAnswer(isCut: boolean | undefined): void }
  | { readonly ask: 'secrets'; readonly of: SecretsAsk; onAnswer(leftOut: ReadonlySet<string> | undefined): void }
  | { readonly ask: 'add'; readonly files: readonly NewFile[] };

/** The question that is open, and how others are asked. One is asked at a time. */
export interface FileQuestions {
  readonly asked: Question | undefined;
  ask(question: Question): void;
  /** Whether what refers to files may lead nowhere. */
  isAgreed(of: ReferencesAsk): Promise<boolean>;
  /** Whether the places are cut out of photos. Undefined where these are not added. */
  isPlaceCut(of: PhotosAsk): Promise<boolean | undefined>;
  /** The paths of files that stay out because they may contain secrets. Undefined where all files do. */
  leftOut(of: SecretsAsk): Promise<ReadonlySet<string> | undefined>;
  /** Closes the dialog, and gives the focus back. */
  close(): void;
}

/** @param onAsk called before each question */
export function useFileQuestions(onAsk: () => void): FileQuestions {
  const [asked, setAsked] = useState<Question>();
  const opener = useRef<Element>(null);

  function ask(question: Question): void {
    opener.current = document.activeElement;
    onAsk();
    setAsked(question);
  }

  return {
    asked,
    ask,
    isAgreed: (of) => new Promise((onAnswer) => ask({ ask: 'references', of, onAnswer })),
    isPlaceCut: (of) => new Promise((onAnswer) => ask({ ask: 'photos', of, onAnswer })),
    leftOut: (of) => new Promise((onAnswer) => ask({ ask: 'secrets', of, onAnswer })),
    close() {
      setAsked(undefined);
      const from = opener.current;
      if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
      // What was done may have taken the control away, as the menu of a row is that led here.
      requestAnimationFrame(() => {
        if (from?.isConnected && document.activeElement !== document.body) return;
        const back = from?.isConnected ? null : document.querySelector<HTMLElement>('[data-put-back]');
        const row = document.querySelector<HTMLElement>('[role="treegrid"] [role="row"][tabindex="0"]');
        (back ?? row)?.focus({ preventScroll: true });
      });
    },
  };
}

interface Props {
  questions: FileQuestions;
  /** The paths that files have now. */
  taken(): readonly string[];
  can: FileEditing;
  /** A path was typed for what was asked about. */
  onPath(of: PathAsk, path: string): void;
  /** These files were chosen of those that were asked about. */
  onAdd(files: readonly NewFile[]): void;
}

/** The dialogs of all questions. */
export function FileQuestionDialogs({ questions: { asked, close }, taken, can, onPath, onAdd }: Props) {
  return (
    <>
      <PathDialog
        ask={asked?.ask === 'path' ? asked.of : undefined}
        taken={taken}
        onClose={close}
        onPath={(path) => {
          close();
          if (asked?.ask === 'path') onPath(asked.of, path);
        }}
      />
      <ReferencesDialog
        ask={asked?.ask === 'references' ? asked.of : undefined}
        onAnswer={(isYes) => {
          close();
          if (asked?.ask === 'references') asked.onAnswer(isYes);
        }}
      />
      <PhotoDialog
        ask={asked?.ask === 'photos' ? asked.of : undefined}
        onAnswer={(isCut) => {
          close();
          if (asked?.ask === 'photos') asked.onAnswer(isCut);
        }}
      />
      <SecretsDialog
        ask={asked?.ask === 'secrets' ? asked.of : undefined}
        onAnswer={(leftOut) => {
          close();
          if (asked?.ask === 'secrets') asked.onAnswer(leftOut);
        }}
      />
      <LinkDialogs ask={asked?.ask === 'link' ? asked.of : undefined} onClose={close} />
      <AddDialog
        ask={asked?.ask === 'add' ? asked : undefined}
        taken={taken}
        can={can}
        onClose={close}
        onAdd={(files) => {
          close();
          onAdd(files);
        }}
      />
    </>
  );
}
