import { Checkbox } from '@mantine/core';
import { formatNumberOf } from '../../base/amounts.ts';
import type { Readme } from '../../model/readme.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { NamedPaths } from '../draft/line.tsx';
import type { Making } from './making.ts';
import classes from './new-package.module.css';

/** Whether the README of the folder says what the package is, and what of it cannot be taken. */
export function ReadmeChoice({ making }: { making: Making }) {
  const { readmeState: state, described, usesReadme, setUsesReadme, isRunning } = making;
  if (state.at === 'unusable')
    return (
      <ToneLine tone="info">
        {state.path} is not used as the description: it {state.why}
        {/[.!?]$/.test(state.why) ? '' : '.'}
      </ToneLine>
    );
  if (state.at !== 'read' || !described) return null;
  const { readme } = state;
  const { lost, htmlPictures } = described;
  return (
    <div className={classes.notes}>
      <Checkbox
        label={`Use ${readme.path} as the description`}
        description={aboutReadme(readme, making)}
        checked={usesReadme}
        disabled={isRunning}
        onChange={({ currentTarget }) => setUsesReadme(currentTarget.checked)}
      />
      {usesReadme && lost.length > 0 && (
        <ToneLine tone="warning">
          These lead nowhere from the description: <NamedPaths paths={lost} />. It can only refer to chosen files in{' '}
          {folderOf(making)}.
        </ToneLine>
      )}
      {usesReadme && htmlPictures > 0 && (
        <ToneLine tone="warning">
          {formatNumberOf(htmlPictures, 'picture')} in HTML {htmlPictures === 1 ? 'is' : 'are'} not shown: a description
          is only Markdown.
        </ToneLine>
      )}
    </div>
  );
}

/** Where the pictures of a description go. */
function folderOf({ maker }: Making): string {
  return maker.readme.folder.replace(/\/$/, '');
}

/** What is taken from the README, in sentences: what nothing else says. */
function aboutReadme({ path, markdown, name, license }: Readme, making: Making): string {
  const { material, taken } = making;
  if (!making.usesReadme) return 'You can write a description when it is open.';
  const pictures = taken.filter((file) => making.pictures.has(file.path)).length;
  const place = taken.find((file) => file.path === path)?.place;
  const found = [
    markdown === '' && 'It has no text below its metadata.',
    pictures > 0 && `Its ${pictures === 1 ? 'picture goes' : `${pictures} pictures go`} to ${folderOf(making)}.`,
    name !== undefined && !material.isNamed && `Its model name is ${visibleText(name)}.`,
    license !== undefined && !material.about?.license && `Its license is ${visibleText(license)}.`,
  ];
  const said = found.filter((each) => each !== false);
  if (said.length === 0) said.push('You can change it when it is open.');
  if (place !== undefined) said.push(`${visibleText(path)} is also packed, as ${visibleText(place)}.`);
  return said.join(' ');
}
