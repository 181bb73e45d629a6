import { Checkbox } from '@mantine/core';
import type { MakerDescription } from '../../model/maker.ts';
import type { Readme } from '../../model/readme.ts';
import { formatNumberOf } from '../../widgets/byte-size.ts';
import { visibleText } from '../../widgets/name-text.tsx';
import { ToneLine } from '../../widgets/severity.tsx';
import { NamedPaths } from './left-out-notes.tsx';
import classes from './new-package.module.css';
import type { ReadmeState } from './readme.ts';

interface Props {
  state: ReadmeState;
  /** The description that it gives. Undefined until it is read. */
  described: MakerDescription | undefined;
  /** Its pictures among the files, and the folder where they go. */
  pictures: number;
  folder: string;
  /** Where the README goes itself. Undefined where it is left out. */
  place: string | undefined;
  /** What is taken from it, because nothing else says it. */
  takesName: boolean;
  takesLicense: boolean;
  isUsed: boolean;
  onUsed(isUsed: boolean): void;
  disabled: boolean;
}

/** Whether the README of the folder says what the package is, and what of it cannot be taken. */
export function ReadmeChoice(props: Props) {
  const { state, described, isUsed, onUsed, disabled } = props;
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
        description={aboutReadme(readme, props)}
        checked={isUsed}
        disabled={disabled}
        onChange={({ currentTarget }) => onUsed(currentTarget.checked)}
      />
      {isUsed && lost.length > 0 && (
        <ToneLine tone="warning">
          These lead nowhere from the description: <NamedPaths paths={lost} />. It can only refer to chosen files in{' '}
          {props.folder.replace(/\/$/, '')}.
        </ToneLine>
      )}
      {isUsed && htmlPictures > 0 && (
        <ToneLine tone="warning">
          {formatNumberOf(htmlPictures, 'picture')} in HTML {htmlPictures === 1 ? 'is' : 'are'} not shown: a description
          is only Markdown.
        </ToneLine>
      )}
    </div>
  );
}

/** What is taken from the README, in sentences. */
function aboutReadme({ path, markdown, name, license }: Readme, props: Props): string {
  const { pictures, folder, place, takesName, takesLicense, isUsed } = props;
  if (!isUsed) return 'You can write a description when it is open.';
  const found = [
    markdown === '' && 'It has no text below its metadata.',
    pictures > 0 &&
      `Its ${pictures === 1 ? 'picture goes' : `${pictures} pictures go`} to ${folder.replace(/\/$/, '')}.`,
    name !== undefined && takesName && `Its model name is ${visibleText(name)}.`,
    license !== undefined && takesLicense && `Its license is ${visibleText(license)}.`,
  ];
  const said = found.filter((each) => each !== false);
  if (said.length === 0) said.push('You can change it when it is open.');
  if (place !== undefined) said.push(`${visibleText(path)} is also packed, as ${visibleText(place)}.`);
  return said.join(' ');
}
