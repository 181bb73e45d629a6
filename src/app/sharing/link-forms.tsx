import { Code, TextInput } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import classes from './link-forms.module.css';
import {
  BADGE_TEXT,
  badgeHtml,
  badgeMarkdown,
  badgePicture,
  embedSnippet,
  linkCaveats,
  type ShareTarget,
  shareLink,
} from './share-link.ts';

interface Props {
  /** What the link leads to. Its address may be relative. */
  target: ShareTarget;
  /** The same address, absolute. */
  address: string;
  /** The name of the package: a stranger's text. */
  title: string;
  /** Below the link. */
  children?: ReactNode;
}

/** A link to a package, why it may not work for others, and a badge and a frame for pages of one's own. */
export function LinkForms({ target, address, title, children }: Props) {
  const heading = useId();
  const page = window.location.href;
  const link = shareLink(page, target);
  return (
    <>
      <div>
        <div className={classes.line}>
          <TextInput
            label="Link"
            className={classes.field ?? ''}
            classNames={{ input: classes.mono ?? '' }}
            value={link}
            readOnly
            data-autofocus
            onFocus={(event) => event.currentTarget.select()}
          />
          <CopyButton value={link} label="Copy link" size="lg" />
        </div>
        {children}
        {linkCaveats(page, address).map((text) => (
          <ToneLine key={text} tone="info" className={classes.note}>
            {text}
          </ToneLine>
        ))}
      </div>
      <section aria-labelledby={heading}>
        <h3 id={heading} className={classes.heading}>
          In a README, or on your own page
        </h3>
        <p className={classes.badge}>
          <img src={badgePicture(page)} alt={`Badge: ${BADGE_TEXT}`} width={138} height={20} />
          <span>The badge opens the link. It says nothing about what is in the file.</span>
        </p>
        <Snippet label="Markdown for a badge" copy="Copy badge as Markdown" text={badgeMarkdown(page, link)} />
        <Snippet label="HTML for a badge" copy="Copy badge as HTML" text={badgeHtml(page, link)} />
        <Snippet
          label="HTML for a frame"
          copy="Copy HTML"
          text={embedSnippet(shareLink(page, { ...target, embed: true }), title)}
        />
      </section>
    </>
  );
}

/** @param copy what the button does, in words */
export function Snippet({ label, copy, text }: { label: string; copy: string; text: string }) {
  return (
    <div className={classes.snippet}>
      <p className={classes.label} aria-hidden>
        {label}
      </p>
      <div className={classes.line} data-top>
        <Code block px={12} py={8} className={classes.code ?? ''} tabIndex={0} role="group" aria-label={label}>
          {text.split(/( )/).map((part, at) =>
            part.startsWith('--') ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the parts are those of one text.
              <span key={at} className={classes.option}>
                {part}
              </span>
            ) : (
              part
            ),
          )}
        </Code>
        <CopyButton value={text} label={copy} size="lg" kind="text" />
      </div>
    </div>
  );
}
