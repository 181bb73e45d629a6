import { Anchor } from '@mantine/core';
import { hostText } from '../../../base/host.ts';
import { fileIndex } from '../../../model/file-index.ts';
import { type LinkedHost, linkedHosts } from '../../../model/linked-hosts.ts';
import type { Package } from '../../../model/package.ts';
import { placeHref } from '../../../model/place.ts';
import { usePackage } from '../../../state/hooks.ts';
import { cutText, scalarText } from '../../../toml/value-text.ts';
import { AddressText } from '../../../widgets/address-text.tsx';
import { formatCount, formatNumberOf } from '../../../widgets/byte-size.ts';
import { CopyButton } from '../../../widgets/copy-button.tsx';
import { FactList, FactRow } from '../../../widgets/fact-list.tsx';
import { NameText } from '../../../widgets/name-text.tsx';
import type { CartonRunner } from '../core/carton-fields.ts';
import { CARTON_TOML, cartonTomlOf } from '../core/carton-fields.ts';
import { entryPoint, KNOWN_RUNNERS, LOCK_FILE } from '../core/python-runner.ts';
import { describeVersionReq, parseVersionReq } from '../core/version-req.ts';
import classes from './panel.module.css';
import { optionType } from './runner-option.ts';

/** What loading this carton needs, runs and fetches, as far as its own files say. */
export function WhenLoaded() {
  const pkg = usePackage();
  const toml = cartonTomlOf(pkg);
  const runner = toml?.runner ?? {};
  return (
    <>
      <section aria-labelledby="when-loaded">
        <h2 id="when-loaded" className={classes.title}>
          When loaded
        </h2>
        <FactList>
          {toml && <RunnerRows runner={runner} />}
          <Fetches pkg={pkg} python={runner.runner_name === 'python'} />
          <SpareLinks pkg={pkg} />
        </FactList>
      </section>
      <Options options={runner.opts} />
    </>
  );
}

function RunnerRows({ runner }: { runner: Partial<CartonRunner> }) {
  const { runner_name: name, required_framework_version: version, runner_compat_version: compat } = runner;
  const entry = entryPoint(runner);
  return (
    <>
      <FactRow label="Runner">
        {name === undefined ? (
          <span className={classes.note}>Not stated. Without one the carton does not load.</span>
        ) : (
          <>
            <NameText mono>{name}</NameText>
            {!KNOWN_RUNNERS.includes(name) && (
              <span className={classes.note}>
                {' '}
                Not one of the reference’s runners, which are {KNOWN_RUNNERS.join(', ')}.
              </span>
            )}
          </>
        )}
      </FactRow>
      <FactRow label="Framework version">
        {version === undefined ? <span className={classes.note}>Not stated</span> : <Requirement version={version} />}
      </FactRow>
      {compat !== undefined && <FactRow label="Compat version">{String(compat)}</FactRow>}
      {entry && (
        <FactRow label="Entry point">
          {entry.package !== undefined && entry.fn !== undefined ? (
            <>
              Imports <NameText mono>{entry.package}</NameText> from <span className={classes.mono}>model/</span> and
              calls <NameText mono>{entry.fn}</NameText>
            </>
          ) : (
            <span className={classes.note}>
              Not stated. The python runner needs the options entrypoint_package and entrypoint_fn.
            </span>
          )}
        </FactRow>
      )}
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

function Fetches({ pkg, python }: { pkg: Package; python: boolean }) {
  const hosts = linkedHosts(pkg.files, MAX_PATHS);
  const files = new Set(hosts.flatMap(({ paths }) => paths)).size;
  const locks = python && fileIndex(pkg.files).has(LOCK_FILE);
  const unknown = unreadSource(pkg);
  return (
    <FactRow label="Fetches">
      {files === 0 && !locks && !unknown && 'Nothing that the carton names'}
      {files > 0 && (
        <>
          {formatNumberOf(files, 'file')} by LINKS, from
          <ul className={classes.hosts}>
            {hosts.slice(0, MAX_HOSTS).map((host) => (
              <Host key={host.host} {...host} />
            ))}
            {hosts.length > MAX_HOSTS && <li>and {formatNumberOf(hosts.length - MAX_HOSTS, 'more host')}</li>}
          </ul>
        </>
      )}
      {locks && (
        <p className={classes.paragraph}>
          The Python packages that{' '}
          <Anchor inherit underline="always" href={placeHref({ tab: 'files', item: LOCK_FILE })}>
            carton.lock
          </Anchor>{' '}
          lists for the platform, from any host that it names
        </p>
      )}
      {unknown && (
        <p className={`${classes.paragraph} ${classes.note}`}>
          {files > 0 || locks ? 'Perhaps more' : 'Not known'}: {unknown}
        </p>
      )}
    </FactRow>
  );
}

/**
 * Why it is not known what is fetched: a file that says so is missing or cannot be read. Undefined where all are read.
 */
function unreadSource({ unread, findings, files }: Package): string | undefined {
  // MANIFEST says what is missing, and LINKS where it is. A carton without LINKS links to nothing.
  const path = !unread
    ? ['MANIFEST', 'LINKS'].find((name) =>
        findings.some(({ path, severity, code }) => path === name && severity === 'error' && UNREAD.test(code)),
      )
    : CARTON_TOML;
  if (path === undefined) return undefined;
  return fileIndex(files).get(path)?.size === undefined ? `there is no ${path}` : `${path} cannot be read`;
}

/** Codes of findings that leave a file unread. */
const UNREAD = /^(toml|zip|source)\/|^(manifest|links)\/(syntax|too-long)$|^carton\/(manifest-missing|file-too-large)$/;

/** Most hosts and files listed here. The Files tab has them all. */
const MAX_HOSTS = 20;
const MAX_PATHS = 50;

function Host({ host, files, paths }: LinkedHost) {
  return (
    <li>
      <details>
        <summary className={classes.summary}>
          <NameText mono>{hostText(host)}</NameText>{' '}
          <span className={classes.note}>{formatNumberOf(files, 'file')}</span>
        </summary>
        <ul className={classes.paths}>
          {paths.map((path) => (
            <li key={path}>
              <Anchor inherit href={placeHref({ tab: 'files', item: path })}>
                <NameText mono>{path}</NameText>
              </Anchor>
            </li>
          ))}
          {files > paths.length && (
            <li className={classes.note}>and {formatNumberOf(files - paths.length, 'more file')}, under Files</li>
          )}
        </ul>
      </details>
    </li>
  );
}

/** Addresses in LINKS for files that MANIFEST does not list. They are usual, and of no use to this carton. */
function SpareLinks({ pkg: { spareLinks: links = [] } }: { pkg: Package }) {
  if (links.length === 0) return null;
  return (
    <FactRow label="LINKS">
      <details>
        <summary className={classes.summary}>{formatNumberOf(links.length, 'spare link')}</summary>
        <p className={classes.paragraph}>
          Packers often add every large file of a repository. MANIFEST does not list{' '}
          {links.length === 1 ? 'this one' : 'these'}, so nothing fetches {links.length === 1 ? 'it' : 'them'}.
        </p>
        <ul className={classes.paths}>
          {links.slice(0, MAX_PATHS).map(({ sha256, urls }) => (
            <li key={sha256} className={classes.spare}>
              {urls[0] === undefined ? <NameText mono>{sha256}</NameText> : <AddressText>{urls[0]}</AddressText>}
              {urls[0] === undefined ? (
                <CopyButton value={sha256} label="Copy hash" />
              ) : (
                <CopyButton value={urls[0]} label="Copy address" kind="address" />
              )}
            </li>
          ))}
          {links.length > MAX_PATHS && (
            <li className={classes.note}>and {formatCount(links.length - MAX_PATHS)} more</li>
          )}
        </ul>
      </details>
    </FactRow>
  );
}

/** Most options listed. A hostile file can have a hundred thousand. */
const MAX_OPTIONS = 100;

function Options({ options }: { options: CartonRunner['opts'] | undefined }) {
  const entries = Object.entries(options ?? {});
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="runner-options">
      <h2 id="runner-options" className={classes.title}>
        Runner options
      </h2>
      <FactList>
        {entries.slice(0, MAX_OPTIONS).map(([name, option]) => (
          <FactRow key={name} label={<NameText mono>{name}</NameText>}>
            <NameText mono>{cutText(scalarText(option))}</NameText>{' '}
            <span className={classes.note}>{optionType(option)}</span>
          </FactRow>
        ))}
      </FactList>
      {entries.length > MAX_OPTIONS && (
        <p className={classes.note}>
          and {formatNumberOf(entries.length - MAX_OPTIONS, 'more option')}, in carton.toml
        </p>
      )}
    </section>
  );
}
