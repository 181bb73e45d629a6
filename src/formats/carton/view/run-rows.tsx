import { usePackage } from '../../../state/hooks.ts';
import { cutText, scalarText } from '../../../toml/value-text.ts';
import { AddressText } from '../../../widgets/address-text.tsx';
import { formatCount, formatNumberOf } from '../../../widgets/byte-size.ts';
import { CopyButton } from '../../../widgets/copy-button.tsx';
import { FactRow } from '../../../widgets/fact-list.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import { cartonTomlOf, optionType } from '../core/carton-fields.ts';
import type { CartonRunner } from '../core/carton-schema.ts';
import { describeVersionReq, parseVersionReq } from '../core/version-req.ts';
import classes from './panel.module.css';

/** The version of the framework, which stands beside what runs. */
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

/** What else the runner of a carton is given, and links that nothing follows. */
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

function Options({ options }: { options: CartonRunner['opts'] | undefined }) {
  const entries = Object.entries(options ?? {});
  if (entries.length === 0) return null;
  return (
    <FactRow label="Options">
      <details>
        <summary className={classes.summary}>{formatNumberOf(entries.length, 'option')}</summary>
        <ul className={classes.paths}>
          {entries.slice(0, MAX_OPTIONS).map(([name, option]) => (
            <li key={name}>
              <NameText mono>{name}</NameText> = <NameText mono>{cutText(scalarText(option))}</NameText>{' '}
              <span className={classes.note}>{optionType(option)}</span>
            </li>
          ))}
          {entries.length > MAX_OPTIONS && (
            <li className={classes.note}>
              and {formatNumberOf(entries.length - MAX_OPTIONS, 'more option')}, in carton.toml
            </li>
          )}
        </ul>
      </details>
    </FactRow>
  );
}

/** Most spare links listed. */
const MAX_LINKS = 50;

/** Addresses in LINKS for files that MANIFEST does not list. They are usual, and of no use to this carton. */
function SpareLinks({ links }: { links: readonly { sha256: string; urls: readonly string[] }[] }) {
  if (links.length === 0) return null;
  return (
    <FactRow label="LINKS">
      <details>
        <summary className={classes.summary}>{formatNumberOf(links.length, 'unused link')}</summary>
        <p className={classes.lead}>
          Packers often add every large file of a repository. MANIFEST does not list{' '}
          {links.length === 1 ? 'this one' : 'these'}, so nothing fetches {links.length === 1 ? 'it' : 'them'}.
        </p>
        <ul className={classes.paths}>
          {links.slice(0, MAX_LINKS).map(({ sha256, urls }) => (
            <li key={sha256} className={classes.spare}>
              {urls[0] === undefined ? <NameText mono>{sha256}</NameText> : <AddressText>{urls[0]}</AddressText>}
              {urls[0] === undefined ? (
                <CopyButton value={sha256} label="Copy hash" />
              ) : (
                <CopyButton value={urls[0]} label="Copy URL" kind="address" />
              )}
            </li>
          ))}
          {links.length > MAX_LINKS && (
            <li className={classes.note}>and {formatCount(links.length - MAX_LINKS)} more</li>
          )}
        </ul>
      </details>
    </FactRow>
  );
}
