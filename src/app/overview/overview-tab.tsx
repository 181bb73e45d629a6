import { Anchor } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowRight } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import type { Finding } from '../../base/findings.ts';
import type { Binding, Package, TensorSpec } from '../../model/package.ts';
import { placeHref } from '../../model/place.ts';
import { caseTitle } from '../../model/tensor-use.ts';
import { useFindings, usePackage } from '../../state/hooks.ts';
import { formatCount, formatNumberOf } from '../../widgets/byte-size.ts';
import { EmptyState } from '../../widgets/empty-state.tsx';
import { FactList, FactRow } from '../../widgets/fact-list.tsx';
import { LoadTogether, ReadingPart } from '../../widgets/load-together.tsx';
import { NameText } from '../../widgets/name-text.tsx';
import { ShapeText } from '../../widgets/shape-text.tsx';
import { WebLink } from '../../widgets/spec-link.tsx';
import { ProseText } from '../../widgets/spec-prose.tsx';
import { BindingView } from '../cases/binding-view.tsx';
import { LinkedMetadata, linkedMetadata } from '../links/linked-metadata.tsx';
import { useFileOf } from '../package/file-of.ts';
import { useFormatDrafts, useFormatView } from '../package/format-view.ts';
import { PackageImage } from '../package/image.tsx';
import type { TabProps } from '../package/tab.ts';
import { UnreadNote } from '../package/unread-note.tsx';
import { LicenseText } from './license-text.tsx';
import classes from './overview-tab.module.css';
import { WhatWouldRun } from './what-would-run.tsx';

const Markdown = lazy(() => import('../../widgets/markdown/markdown.tsx'));

/** Inputs and outputs listed here; the Schema tab has them all. */
const FIRST_SPECS = 5;

/** Dimensions written out here of each shape. */
const FIRST_DIMENSIONS = 8;

/** Values shown here on each side of the first example; the Examples tab has them all. */
const FIRST_VALUES = 3;

/** What the model does, its inputs and outputs, and how to load it. Beside that: what loading does, and the facts. */
export default function Overview({ show }: TabProps) {
  const pkg = usePackage();
  const view = useFormatView(pkg.format);
  const { isKnown } = useFormatDrafts(pkg.format);
  const offered = linkedMetadata(pkg);
  const isWide = useMediaQuery('(min-width: 62em)', true, { getInitialValueInEffect: false });
  // All at once: what the format adds stands above the rest.
  const aside = isKnown && (
    <>
      <WhatWouldRun wanted={show === 'runs'} />
      {!pkg.unread && <Facts pkg={pkg} shown={view?.shownFacts ?? []} />}
      {view?.OtherFields && <view.OtherFields />}
    </>
  );
  return (
    <div className={classes.root}>
      {offered && (
        <div className={classes.offer}>
          <LinkedMetadata file={offered} />
        </div>
      )}
      {!isWide && (
        <details className={classes.details} open={show === 'runs'}>
          <summary className={classes.summary}>Details</summary>
          <div className={classes.aside}>{aside}</div>
        </details>
      )}
      <LoadTogether className={classes.main}>
        {offered ? null : pkg.unread ? (
          <UnreadNote>
            So there is no description, no schema and no runner to show. The other tabs show what there is.
          </UnreadNote>
        ) : (
          <>
            <FirstExample pkg={pkg} />
            <Interface pkg={pkg} />
            <section aria-labelledby="description">
              <h2 id="description" className={classes.title}>
                Description
              </h2>
              <Description text={pkg.description} />
            </section>
            {view?.Snippets && <view.Snippets />}
          </>
        )}
      </LoadTogether>
      {isWide && (
        <aside className={classes.aside} aria-label="Details">
          {aside}
        </aside>
      )}
    </div>
  );
}

function FirstExample({ pkg }: { pkg: Package }) {
  const [example] = pkg.examples;
  const findings = useFindings();
  if (!example) return null;
  const { name, description, inputs, outputs } = example;
  const own = findings.filter(({ binding }) => binding?.of === 'example' && binding.index === 0);
  const count = pkg.examples.length;
  return (
    <section aria-labelledby="first-example">
      <h2 id="first-example" className={classes.title}>
        {count === 1 ? 'Example' : 'First example'}
        {name?.trim() ? (
          <>
            : <NameText>{caseTitle('Example', 0, name)}</NameText>
          </>
        ) : null}
      </h2>
      {description?.trim() ? (
        <p className={classes.lead}>
          <ProseText>{description}</ProseText>
        </p>
      ) : null}
      <div className={classes.example}>
        <Values title="Inputs" bindings={inputs} findings={own.filter(({ binding }) => binding?.side === 'input')} />
        <IconArrowRight className={classes.arrow} size={24} stroke={1.5} aria-hidden />
        <Values
          title="Sample outputs"
          bindings={outputs}
          findings={own.filter(({ binding }) => binding?.side === 'output')}
        />
      </div>
      <p className={classes.more}>
        <Anchor inherit href={placeHref({ tab: 'examples', item: '1' })}>
          {count === 1 ? 'Open in Examples' : `All ${formatCount(count)} examples`}
        </Anchor>
      </p>
    </section>
  );
}

interface ValuesProps {
  title: string;
  bindings: readonly Binding[];
  /** Those about values of this side. */
  findings: readonly Finding[];
}

function Values({ title, bindings, findings }: ValuesProps) {
  const left = bindings.length - FIRST_VALUES;
  return (
    <div className={classes.values}>
      <h3 className={classes.label}>{title}</h3>
      {bindings.length === 0 && <p className={classes.note}>None</p>}
      {bindings.slice(0, FIRST_VALUES).map((binding) => (
        <BindingView
          key={binding.name}
          binding={binding}
          findings={findings.filter(({ binding: at }) => at?.name === binding.name)}
        />
      ))}
      {left > 0 && <p className={classes.note}>and {formatNumberOf(left, 'more value')}</p>}
    </div>
  );
}

function Interface({ pkg: { inputs, outputs } }: { pkg: Package }) {
  return (
    <section aria-labelledby="interface">
      <h2 id="interface" className={classes.title}>
        Inputs and outputs
      </h2>
      {inputs.length === 0 && outputs.length === 0 ? (
        <EmptyState title="No schema">
          The names, types and shapes of inputs and outputs would be here. An author gives them when packing the model.
        </EmptyState>
      ) : (
        <div className={classes.interface}>
          <Specs title="Inputs" specs={inputs} noun="input" />
          <IconArrowRight className={classes.arrow} size={24} stroke={1.5} aria-hidden />
          <Specs title="Outputs" specs={outputs} noun="output" />
        </div>
      )}
    </section>
  );
}

function Specs({ title, specs, noun }: { title: string; specs: readonly TensorSpec[]; noun: string }) {
  const left = specs.length - FIRST_SPECS;
  return (
    <div className={classes.specs}>
      <h3 className={classes.label}>{title}</h3>
      {specs.length === 0 && <p className={classes.note}>None stated</p>}
      <ul className={classes.list}>
        {specs.slice(0, FIRST_SPECS).map((spec, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may be given twice, and the list never changes.
          <li key={index} className={classes.spec}>
            {spec.name === undefined ? <NotStated what="name" /> : <NameText mono>{spec.name}</NameText>}
            <span className={classes.type}>
              {spec.dtype === undefined ? (
                <NotStated what="type" />
              ) : (
                <span className={classes.mono}>{spec.dtype}</span>
              )}
              ,{' '}
              {spec.shape === undefined ? (
                <NotStated what="shape" />
              ) : (
                <ShapeText shape={spec.shape} limit={FIRST_DIMENSIONS} />
              )}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && (
        <p className={classes.more}>
          <Anchor inherit href={placeHref({ tab: 'schema' })}>
            {formatNumberOf(left, `more ${noun}`)}
          </Anchor>
        </p>
      )}
    </div>
  );
}

function Description({ text }: { text: string | undefined }) {
  const fileOf = useFileOf();
  if (!text?.trim())
    return (
      <EmptyState title="No description">
        What the model does and how to use it would be here. An author writes it in Markdown, as{' '}
        <code>model_description</code>.
      </EmptyState>
    );
  return (
    <Suspense fallback={<ReadingPart className={classes.waiting} />}>
      <Markdown Image={PackageImage} fileOf={fileOf}>
        {text}
      </Markdown>
    </Suspense>
  );
}

/** Labels of facts that `Facts` gives a row of their own. */
const OWN_FACTS = ['License', 'Repository', 'Homepage'];

function Facts({ pkg, shown }: { pkg: Package; shown: readonly string[] }) {
  const { license, repository, homepage } = pkg;
  const others = pkg.facts.filter(({ label }) => !OWN_FACTS.includes(label) && !shown.includes(label));
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className={classes.subtitle}>
        Facts
      </h2>
      <FactList>
        <FactRow label="License">{license ? <LicenseText>{license}</LicenseText> : <NotStated />}</FactRow>
        <FactRow label="Repository">{repository ? <WebLink>{repository}</WebLink> : <NotStated />}</FactRow>
        <FactRow label="Homepage">{homepage ? <WebLink>{homepage}</WebLink> : <NotStated />}</FactRow>
        {others.map(({ label, value, note, href, items }) => (
          <FactRow key={label} label={label}>
            {items ? (
              <ul className={classes.list}>
                {items.map((item) => (
                  <li key={item.value}>
                    <NameText mono>{item.value}</NameText>
                    {item.note !== undefined && <span className={classes.note}> — {item.note}</span>}
                  </li>
                ))}
              </ul>
            ) : (
              <>
                {href === undefined ? <NameText>{value}</NameText> : <WebLink>{href}</WebLink>}
                {note !== undefined && <span className={classes.note}> {note}</span>}
              </>
            )}
          </FactRow>
        ))}
      </FactList>
    </section>
  );
}

function NotStated({ what }: { what?: string }) {
  return <span className={classes.note}>{what === undefined ? 'Not stated' : `no valid ${what}`}</span>;
}
