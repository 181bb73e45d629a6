import { useRef, useState } from 'react';
import { visibleText } from '../../../base/text.ts';
import type { FileEditing } from '../../../model/package.ts';
import type { FoundPhoto } from '../../../widgets/files/media-files.ts';
import { PhotoQuestion } from '../../../widgets/photo-question/photo-question.tsx';
import { Dialog } from '../../dialog.tsx';
import type { LinkAsk } from '../../links/link-acts.ts';
import { LinkDialogs } from '../../links/link-dialogs.tsx';
import { AddForm } from './add-form.tsx';
import type { PathAsk, PutAct } from './file-acts.ts';
import type { NewFile } from './file-paths.ts';
import { PathForm, pathTitle } from './path-form.tsx';
import { type ReferencesAsk, ReferencesForm } from './references-form.tsx';
import { type SecretsAsk, SecretsForm } from './secrets-form.tsx';
import { filesText } from './use-file-steps.ts';

/** Photos among files that are added or replaced: what they say, by their paths. */
interface PhotosAsk {
  readonly act: PutAct;
  readonly photos: readonly { readonly name: string; readonly told: FoundPhoto }[];
}

/** What a dialog asks before files change. */
type Question =
  | { readonly ask: 'path'; readonly of: PathAsk }
  | { readonly ask: 'link'; readonly of: LinkAsk }
  | { readonly ask: 'add'; readonly of: readonly NewFile[] }
  | { readonly ask: 'references'; readonly of: ReferencesAsk; onAnswer(isYes: boolean): void }
  | { readonly ask: 'photos'; readonly of: PhotosAsk; onAnswer(isCut: boolean | undefined): void }
  | { readonly ask: 'secrets'; readonly of: SecretsAsk; onAnswer(leftOut: ReadonlySet<string> | undefined): void };

export type FileQuestions = ReturnType<typeof useFileQuestions>;

/**
 * The open question, and how to ask one. One is asked at a time.
 *
 * @param onAsk called before each question
 */
export function useFileQuestions(onAsk: () => void) {
  const [asked, setAsked] = useState<Question>();
  // The question stays in its dialog while that fades.
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<Element>(null);

  function ask(question: Question): void {
    opener.current = document.activeElement;
    onAsk();
    setAsked(question);
    setOpen(true);
  }

  return {
    asked,
    isOpen,
    ask,
    /** Whether what refers to files may lead nowhere. Asks only where something does. */
    isAgreed: (of: ReferencesAsk) =>
      new Promise<boolean>((onAnswer) => {
        if (of.references.size > 0) ask({ ask: 'references', of, onAnswer });
        else onAnswer(true);
      }),
    /** Whether the places are cut out of photos. Undefined where these are not added. */
    isPlaceCut: (of: PhotosAsk) => new Promise<boolean | undefined>((onAnswer) => ask({ ask: 'photos', of, onAnswer })),
    /** The paths of files that stay out because they may contain secrets. Undefined where all files do. */
    leftOut: (of: SecretsAsk) =>
      new Promise<ReadonlySet<string> | undefined>((onAnswer) => ask({ ask: 'secrets', of, onAnswer })),
    /** Closes the dialog, and gives the focus back. */
    close() {
      setOpen(false);
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
export function FileQuestionDialogs({ questions, ...props }: Props) {
  const { asked, isOpen, close } = questions;
  const isLink = asked?.ask === 'link';
  function onCancel(): void {
    close();
    if (asked?.ask === 'references') asked.onAnswer(false);
    else if (asked?.ask === 'photos' || asked?.ask === 'secrets') asked.onAnswer(undefined);
  }
  return (
    <>
      <Dialog
        opened={isOpen && !isLink}
        onClose={onCancel}
        title={asked ? titleOf(asked) : ''}
        size={asked && WIDTHS[asked.ask]}
      >
        {asked && <QuestionForm asked={asked} close={close} onCancel={onCancel} {...props} />}
      </Dialog>
      <LinkDialogs ask={isOpen && isLink ? asked.of : undefined} onClose={close} />
    </>
  );
}

const WIDTHS = { path: 520, link: 640, add: 560, references: 520, photos: 560, secrets: 640 };

function titleOf(question: Question): string {
  switch (question.ask) {
    case 'path':
      return pathTitle(question.of);
    case 'add':
      return `Add ${visibleText(filesText(question.of.map(({ path }) => path)))}`;
    case 'references':
      return `${visibleText(question.of.name)}?`;
    case 'photos':
      return 'Where photos were taken';
    case 'secrets':
      return 'Files that may contain secrets';
    case 'link':
      return '';
  }
}

interface FormProps extends Omit<Props, 'questions'> {
  asked: Question;
  close(): void;
  onCancel(): void;
}

function QuestionForm({ asked, close, onCancel, taken, can, onPath, onAdd }: FormProps) {
  /** Closes the dialog before what was answered is done. */
  const closing =
    <Answer,>(answer: (given: Answer) => void) =>
    (given: Answer) => {
      close();
      answer(given);
    };
  switch (asked.ask) {
    case 'path':
      return (
        <PathForm
          ask={asked.of}
          taken={taken()}
          onClose={onCancel}
          onPath={closing((path: string) => onPath(asked.of, path))}
        />
      );
    case 'add':
      return <AddForm files={asked.of} taken={taken()} can={can} onClose={onCancel} onAdd={closing(onAdd)} />;
    case 'references':
      return <ReferencesForm ask={asked.of} onAnswer={closing(asked.onAnswer)} />;
    case 'photos':
      return <PhotoQuestion {...asked.of} onAnswer={closing(asked.onAnswer)} />;
    case 'secrets':
      return <SecretsForm ask={asked.of} onAnswer={closing(asked.onAnswer)} />;
    case 'link':
      return null;
  }
}
