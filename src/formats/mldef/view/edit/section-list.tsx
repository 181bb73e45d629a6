import { Button } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { formatCount, formatNumberOf } from '../../../../base/amounts.ts';
import type { Finding } from '../../../../base/findings.ts';
import { capitalized } from '../../../../base/text.ts';
import { type FieldPath, type FieldValue, isTable } from '../../../../model/edit/field.ts';
import { usePackage } from '../../../../state/hooks.ts';
import { EntryLabel } from '../../../../widgets/form-entries/entry-list.tsx';
import { TextField } from '../../../../widgets/form-text/text-field.tsx';
import { useEdit, useValue, useValues } from '../../../draft-values.ts';
import { useCommittedName } from '../../../form/committed-text.ts';
import type { FieldFindings } from '../../../form/field-findings.ts';
import { markFirst } from '../../../form/field-in-view.ts';
import formClasses from '../../../form/form.module.css';
import { ItemList } from '../../../form/list/item-list.tsx';
import { aboutField, FindingTexts } from '../../../form/notes.tsx';
import { type SectionField as FieldOfSection, fieldsOf, sectionWords } from '../../core/fields.ts';
import type { MldefOwn } from '../../core/own.ts';
import {
  addSection,
  firstFree,
  type ListKind,
  MLDEF_LISTS,
  referrers,
  renameSection,
  setText,
} from '../../core/steps.ts';
import { LayerGraph } from '../graph/layer-graph.tsx';
import { ChoiceField, FieldLabel, SectionField, textIn } from './section-field.tsx';
import classes from './section-list.module.css';

/** Heights of an item of each list, in px, before it is measured. */
const HEIGHTS: Readonly<Record<ListKind, number>> = { dataFile: 200, nodeRange: 420, layer: 320 };

const EMPTY: Readonly<Record<ListKind, string>> = {
  dataFile: 'No data files. Declare each file with weights, so that layers can name it.',
  nodeRange: 'No node ranges. Describe the inputs and outputs of the model.',
  layer: 'No layers. Begin with one that is marked as input.',
};

interface Props {
  kind: ListKind;
  label: string;
  findings: FieldFindings;
}

/** The sections of one kind, to be added, ordered, duplicated and removed. */
export const SectionList = memo(function SectionList({ kind, label, findings }: Props) {
  const value = useValue(kind);
  return (
    <ItemList
      label={label}
      field={kind}
      lists={MLDEF_LISTS}
      value={value}
      lead={kind === 'layer' && <DraftGraph />}
      added={(values) => addSection(values, kind)}
      empty={EMPTY[kind]}
      estimate={HEIGHTS[kind]}
      hasCodeNames
      summaryOf={(section) => summaryOf(kind, section)}
      findings={findings}
    >
      {(section, index, own) => <Fields {...{ kind, index, section }} findings={own} />}
    </ItemList>
  );
});

/** A section on one line: "input · 2 nodes". */
function summaryOf(kind: ListKind, section: FieldValue): string {
  const of = (key: string) => textIn(section, [key]);
  const parts = {
    dataFile: [of('path'), of('storageFormat')],
    nodeRange: [of('type'), of('count') && `${of('count')} ${of('count') === '1' ? 'node' : 'nodes'}`, of('unit')],
    layer: [of('capabilities'), of('prior') && `from ${of('prior')}`],
  };
  return parts[kind].filter((part) => part !== '').join(' · ');
}

/** The layers as the draft has them. */
function DraftGraph() {
  const { layers } = usePackage().own as MldefOwn;
  return <LayerGraph layers={layers} placeOf={(index) => ({ tab: 'edit', item: `layer.${index}` })} />;
}

interface FieldsProps {
  kind: ListKind;
  index: number;
  section: FieldValue;
  findings: readonly Finding[];
}

const Fields = memo(function Fields({ kind, index, section, findings }: FieldsProps) {
  const within = (key: string) => findings.filter(({ field }) => field === `${kind}.${index}.${key}`);
  const beside = findings.filter(({ field }) => field === `${kind}.${index}`);
  return (
    <>
      <FindingTexts findings={beside} />
      <div className={formClasses.specFields}>
        {fieldsOf(kind).map(([key, field]) => {
          const props = { path: [kind, index, key], field, section, findings: within(key) };
          const Field = FIELDS_OF_THEIR_OWN[`${kind}.${key}`] ?? SectionField;
          return (
            <div key={key} className={key === 'description' ? formClasses.wide : undefined}>
              <Field {...props} />
            </div>
          );
        })}
      </div>
    </>
  );
});

interface OwnFieldProps {
  path: FieldPath;
  field: FieldOfSection;
  section: FieldValue;
  findings: readonly Finding[];
}

/** Fields that refer to other sections, or that others refer to. */
const FIELDS_OF_THEIR_OWN: Readonly<Record<string, (props: OwnFieldProps) => ReactNode>> = {
  'dataFile.name': NameField,
  'nodeRange.name': NameField,
  'layer.name': NameField,
  'layer.prior': PriorField,
  'layer.dataSource': SourceField,
  'layer.startIndex': StartField,
  'layer.count': CountField,
};

/** A name, which what refers to it follows. */
function NameField({ path, field, section, findings }: OwnFieldProps) {
  const [kind, index] = path as [ListKind, number];
  const edit = useEdit();
  const values = useValues() ?? {};
  const isShared = (text: string) => {
    const all = values[kind];
    return Array.isArray(all) && all.some((other, at) => at !== index && isTable(other) && other.name === text);
  };
  const followers = referrers(values, kind, index).length;
  const typed = useCommittedName({
    label: `${capitalized(sectionWords(kind, index))} name`,
    path: [kind, index],
    name: textIn(section, path),
    refuse: (text) => (text === '' && kind !== 'nodeRange' ? 'A name is required: layers refer to it.' : undefined),
    onName: (to) => edit((now) => renameSection(now, kind, index, to)),
    // Sharing the name of another section would mix up what refers to the two.
    isUnripe: (text) => kind !== 'nodeRange' && isShared(text),
  });
  return (
    <div data-field={path.join('.')}>
      <TextField
        label={<FieldLabel path={path}>{field.label}</FieldLabel>}
        mono
        areaRef={markFirst}
        {...typed.input}
        {...aboutField({
          findings,
          problem: typed.said,
          text: typed.text,
          children: followers > 0 && `Renaming also updates ${formatNumberOf(followers, 'layer')}.`,
        })}
      />
    </div>
  );
}

function namesIn(list: FieldValue | undefined, end = Number.POSITIVE_INFINITY): string[] {
  const names = Array.isArray(list) ? list.slice(0, end).map((item) => textIn(item, ['name'])) : [];
  return [...new Set(names)].filter((name) => name !== '');
}

function asChoices(names: readonly string[], none: string) {
  return [{ value: '', label: none }, ...names.map((name) => ({ value: name, label: name }))];
}

/** The layer that this one takes input from: one that is declared before it. */
function PriorField(props: OwnFieldProps) {
  const layers = useValue('layer');
  return <ChoiceField {...props} choices={asChoices(namesIn(layers, Number(props.path[1])), 'None: an input layer')} />;
}

function SourceField(props: OwnFieldProps) {
  return <ChoiceField {...props} choices={asChoices(namesIn(useValue('dataFile')), 'None: an input layer')} />;
}

/** The data points of the file that a layer takes weights from. Undefined where they are unknown. */
function usePoints(section: FieldValue): number | undefined {
  const own = usePackage().own as MldefOwn;
  const source = textIn(section, ['dataSource']);
  return source === '' ? undefined : own.dataFiles.find(({ name }) => name === source)?.points;
}

function StartField(props: OwnFieldProps) {
  const { path, section } = props;
  const edit = useEdit();
  const values = useValues() ?? {};
  const points = usePoints(section);
  const free = firstFree(values, textIn(section, ['dataSource']), Number(path[1]));
  const isOffered = points !== undefined && free < points && textIn(section, path) !== String(free);
  return (
    <Offer
      {...props}
      offer={isOffered ? free : undefined}
      label="Start at"
      onUse={(at) => edit(() => setText(path, at))}
    >
      {points !== undefined &&
        (points === 0 ? 'The file has no data points.' : `The file has data points 0 to ${formatCount(points - 1)}.`)}
    </Offer>
  );
}

function CountField(props: OwnFieldProps) {
  const { path, section } = props;
  const edit = useEdit();
  const points = usePoints(section);
  const start = Number(textIn(section, ['startIndex']));
  const left = points === undefined || !Number.isSafeInteger(start) ? undefined : Math.max(0, points - start);
  const isOffered = left !== undefined && left > 0 && textIn(section, path) !== String(left);
  return (
    <Offer
      {...props}
      offer={isOffered ? left : undefined}
      label="Use"
      onUse={(count) => edit(() => setText(path, count))}
    >
      {left !== undefined && `${formatNumberOf(left, 'data point')} left from ${formatCount(start)}.`}
    </Offer>
  );
}

interface OfferProps extends OwnFieldProps {
  /** A number that the button puts into the field. */
  offer: number | undefined;
  label: string;
  onUse(text: string): void;
  children: ReactNode;
}

/** A number, what is left of the file for it, and the button that takes that. */
function Offer({ offer, label, onUse, children, ...field }: OfferProps) {
  return (
    <>
      <SectionField {...field}>{children}</SectionField>
      {offer !== undefined && (
        <Button variant="subtle" size="compact-xs" className={classes.offer ?? ''} onClick={() => onUse(String(offer))}>
          <EntryLabel of={sectionWords('layer', Number(field.path[1]))}>{`${label} ${formatCount(offer)}`}</EntryLabel>
        </Button>
      )}
    </>
  );
}
