import { lazy, Suspense, useEffect } from 'react';
import { useActions, useApp, useOpened, usePackage, useWords } from '../../state/hooks.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { ErrorNote } from '../../widgets/error-note.tsx';
import { visibleText } from '../../widgets/name-text.tsx';
import { LinkedMetadata, linkedMetadata } from '../links/linked-metadata.tsx';
import { useFileOf } from '../package/file-of.ts';
import { useFormatView } from '../package/format-view.ts';
import { PackageImage } from '../package/image.tsx';
import type { TabProps } from '../package/tab.ts';
import { Waiting } from '../package/waiting.tsx';
import classes from './edit-tab.module.css';

const Markdown = lazy(() => import('../../widgets/markdown/markdown.tsx'));

/** Edits what the package says of itself. What edits it is the format's own. */
export default function Edit({ item, line, onItem }: TabProps) {
  const content = usePackage();
  const isReady = useApp((state) => state.draft !== undefined);
  const error = useApp((state) => state.draftError);
  const { startDraft } = useActions();
  const Form = useFormatView(content.format)?.Edit;
  const { edit: canEdit } = content.can;
  useEffect(() => {
    if (canEdit) void startDraft();
  }, [canEdit, startDraft]);
  const offered = linkedMetadata(content);
  if (!canEdit)
    return (
      <EmptyState title="It cannot be edited">
        {content.cannot?.edit ?? 'There is nothing in it that Boxcutter could edit.'}
        {offered && <LinkedMetadata file={offered} />}
      </EmptyState>
    );
  if (!isReady && error) return <ErrorNote error={error} onRetry={() => void startDraft()} />;
  if (!isReady || !Form) return <Waiting className={classes.waiting} />;
  return (
    <>
      <CopyNote />
      <TextAlone />
      <Problem />
      <Form item={item} line={line} onItem={onItem} Preview={Preview} />
    </>
  );
}

/** Of a package on a host: what is edited is not what others see there. */
function CopyNote() {
  const descriptor = useOpened()?.descriptor;
  if (descriptor?.kind !== 'url' || !URL.canParse(descriptor.url)) return null;
  return (
    <p className={classes.note}>
      You are editing a copy. Nothing on {visibleText(new URL(descriptor.url).host)} changes.
    </p>
  );
}

/** Before anybody fills in a form: where the package cannot be saved, and what can be had instead. */
function TextAlone() {
  const { can, cannot } = usePackage();
  const { a, metadataFile } = useWords();
  if (can.save) return null;
  return (
    <p className={classes.note}>
      It cannot be saved as {a} here. {cannot?.save} You can edit {metadataFile} all the same, and download that file
      alone.
    </p>
  );
}

/** Why the last edit was not made. */
function Problem() {
  const problem = useApp((state) => state.draft?.problem);
  return (
    <div role="status" className={classes.problem}>
      {problem && <ErrorNote error={problem} />}
    </div>
  );
}

/** A description as the page shows it. */
function Preview({ markdown }: { markdown: string }) {
  const fileOf = useFileOf();
  return (
    <Suspense fallback={null}>
      <Markdown Image={PackageImage} fileOf={fileOf} isLive>
        {markdown}
      </Markdown>
    </Suspense>
  );
}
