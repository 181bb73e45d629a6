import type { ReactNode } from 'react';
import { formatCount, formatNumberOf } from '../../../base/amounts.ts';
import { usePackage } from '../../../state/hooks.ts';
import { cutText, scalarText } from '../../../toml/value-text.ts';
import { AddressText } from '../../../widgets/address-text.tsx';
import { CopyButton } from '../../../widgets/copy-button.tsx';
import { FactRow } from '../../../widgets/fact-list.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { cartonTomlOf, optionType } from '../core/read/carton-fields.ts';
import type { CartonRunner } from '../core/read/carton-schema.ts';
import { describeVersionReq, parseVersionReq } from '../core/read/version-req.ts';
import classes from './panel.module.css';

/** The version of the framework, beside what runs. */
export function RunRows() {
  const toml = cartonTomlOf(usePackage());
  if (!toml) return null;
  const { required_framework_version: version } = toml.runner;
  return (
    <FactRow label="Framework">
      {version === undefined ? <span className={classes.note}>Not specified</span> : <Requirement version={version} />}
    </FactRow>
  );
}

/** What else the runner of a carton gets, and links that nothing uses. */
export function OtherRunRows() {
  const pkg = usePackage();
  const { runner_compat_version: compat, opts } = cartonTomlOf(pkg)?.runner ?? {};
  return (
    <>
      {compat !== undefined && <FactRow label="Compat version">{String(compat)}</FactRow>}
      <Options options={opts} />
      <SpareLinks links={pkg.spareLinks ?? []} />
    </>
  );
}

/** The requirement as the file has it, and what it means where it is valid. */
function Requirement({ version }: { version: string }) {
  const parsed = parseVersionReq(version);
  return (
    <>
      <NameText mono>{version}</NameText>
      {parsed.ok && <span className={classes.note}> {describeVersionReq(parsed.req)}</span>}
    </>
  );
}

/** Most options listed. A hostile file can have a hundred thousand. */
const MAX_OPTIONS = 100;

function Options({ options = {} }: { options: CartonRunner['opts'] | undefined }) {
  const entries = Object.entries(options);
  const left = entries.length - MAX_OPTIONS;
  return (
    <FoldedRow
      label="Options"
      summary={formatNumberOf(entries.length, 'option')}
      count={entries.length}
      rest={left > 0 && `and ${formatNumberOf(left, 'more option')}, in carton.toml`}
    >
      {entries.slice(0, MAX_OPTIONS).map(([name, option]) => (
        <li key={name}>
          <NameText mono>{name}</NameText> = <NameText mono>{cutText(scalarText(option))}</NameText>{' '}
          <span className={classes.note}>{optionType(option)}</span>
        </li>
      ))}
    </FoldedRow>
  );
}

/** Most spare links listed. */
const MAX_LINKS = 50;

/** URLs in LINKS for files that MANIFEST does not list: common, and of no use to this carton. */
function SpareLinks({ links }: { links: readonly { sha256: string; urls: readonly string[] }[] }) {
  const [one, it] = links.length === 1 ? ['this one', 'it'] : ['these', 'them'];
  const left = links.length - MAX_LINKS;
  return (
    <FoldedRow
      label="LINKS"
      summary={formatNumberOf(links.length, 'unused link')}
      count={links.length}
      lead={`Packers often add every large file of a repository. MANIFEST does not list ${one}, so nothing fetches ${it}.`}
      rest={left > 0 && `and ${formatCount(left)} more`}
    >
      {links.slice(0, MAX_LINKS).map(({ sha256, urls: [url] }) => (
        <li key={sha256} className={classes.spare}>
          {url === undefined ? <NameText mono>{sha256}</NameText> : <AddressText>{url}</AddressText>}
          {url === undefined ? (
            <CopyButton value={sha256} label="Copy hash" />
          ) : (
            <CopyButton value={url} label="Copy URL" kind="address" />
          )}
        </li>
      ))}
    </FoldedRow>
  );
}

interface FoldedProps {
  label: string;
  summary: string;
  count: number;
  lead?: string;
  /** Says how many items are not listed. */
  rest: string | false;
  children: ReactNode;
}

/** A row with a list that is folded at first. Nothing where the list is empty. */
function FoldedRow({ label, summary, count, lead, rest, children }: FoldedProps) {
  if (count === 0) return null;
  return (
    <FactRow label={label}>
      <details>
        <summary className={classes.summary}>{summary}</summary>
        {lead && <p className={classes.lead}>{lead}</p>}
        <ul className={classes.paths}>
          {children}
          {rest && <li className={classes.note}>{rest}</li>}
        </ul>
      </details>
    </FactRow>
  );
}
