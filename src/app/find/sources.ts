import {
  IconBraces,
  IconGrid4x4,
  IconHistory,
  IconLayoutNavbar,
  IconLink,
  IconPhotoPlus,
  IconTestPipe,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { addressText } from '../../base/address.ts';
import { tabsOfPackage } from '../../formats/views.ts';
import type { Package, PackageFile } from '../../model/package.ts';
import type { Place, Tab } from '../../model/place.ts';
import { caseTitle, tensorUses } from '../../model/tensor/tensor-use.ts';
import { useApp, useOutermost, useRecents } from '../../state/hooks.ts';
import { openedOf } from '../../state/load.ts';
import type { Recent } from '../../state/recents.ts';
import { formatBytes } from '../../widgets/byte-size.ts';
import { fileIcon } from '../../widgets/file-tree/file-icon.tsx';
import { focusTab } from '../focus.ts';
import { useOpening } from '../opening/opening-ways.ts';
import { type RecentText, recentText } from '../opening/recent-text.ts';
import { TAB_LABELS } from '../package/tab.ts';
import { usePlace } from '../page-address.ts';
import { type FindAction, offeredActions } from './action.ts';
import { linkOf } from './link.ts';
import type { FindSource } from './search.ts';

/** What people call a tab that has another name here. */
const TAB_ALSO: Partial<Record<Tab, string>> = {
  overview: 'start home summary description readme use code snippet',
  schema: 'inputs outputs signature types',
  tensors: 'weights arrays values data',
  files: 'tree contents',
  problems: 'errors warnings notes findings issues',
  edit: 'change metadata',
};

/** Dimensions of a shape that a note writes out. */
const NOTED_DIMENSIONS = 6;

/**
 * Everything that Find looks through, except the link, which is what was typed. The sources stay the same until the
 * package does.
 */
export function useFindSources(): readonly FindSource[] {
  const pkg = useApp((state) => state.draft?.shown ?? openedOf(state.load)?.package);
  const [, go] = usePlace();
  const { openRecent } = useOpening();
  const recents = useRecents();
  const openedRecent = useOutermost((state) => state.openedRecent);
  return useMemo(() => {
    const show = (place: Place) => {
      go(place);
      focusTab(place.tab);
    };
    const others = recents.filter(({ id }) => id !== openedRecent);
    const outside = [recentSource(others, openRecent), actionSource(offeredActions())];
    if (!pkg) return outside;
    return [
      tabSource(pkg, show),
      fileSource(pkg, show),
      tensorSource(pkg, show),
      caseSource('example', pkg.examples, show),
      caseSource('self-test', pkg.selfTests, show),
      ...outside.reverse(),
    ];
  }, [pkg, go, recents, openedRecent, openRecent]);
}

/** The link that was typed, if it is one. One that can also be a path comes after what the package has. */
export function linkSource(typed: string, openUrl: (url: string) => void): FindSource | undefined {
  const link = linkOf(typed);
  if (!link) return undefined;
  const { url, certain } = link;
  return {
    kind: 'link',
    label: 'Link',
    count: 1,
    text: () => url,
    entry: () => ({ text: `Open ${addressText(url)}`, Icon: IconLink, choose: () => openUrl(url) }),
    atRest: false,
    place: certain ? 'first' : 'last',
  };
}

function tabSource(pkg: Package, show: (place: Place) => void): FindSource {
  const tabs = tabsOfPackage(pkg);
  const at = (index: number) => tabs[index] as Tab;
  return {
    kind: 'tab',
    label: 'Tabs',
    count: tabs.length,
    text: (index) => TAB_LABELS[at(index)],
    also: (index) => TAB_ALSO[at(index)],
    entry: (index) => ({
      text: TAB_LABELS[at(index)],
      Icon: IconLayoutNavbar,
      choose: () => show({ tab: at(index) }),
    }),
    atRest: true,
  };
}

function fileSource({ files }: Package, show: (place: Place) => void): FindSource {
  return {
    kind: 'file',
    label: 'Files',
    count: files.length,
    text: (index) => files[index]?.path ?? '',
    entry: (index) => {
      const file = files[index] as PackageFile;
      const { path, size, hash } = file;
      return {
        text: path,
        mono: true,
        Icon: fileIcon(file),
        note: hash === 'linked' ? 'linked' : size === undefined ? undefined : formatBytes(size),
        choose: () => show({ tab: 'files', item: path }),
      };
    },
    atRest: false,
  };
}

function tensorSource(pkg: Package, show: (place: Place) => void): FindSource {
  const { tensors } = pkg;
  let uses: ReturnType<typeof tensorUses> | undefined;
  const firstUse = (index: number) => {
    uses ??= tensorUses(pkg);
    return uses.get(tensors[index]?.name ?? '')?.[0]?.label;
  };
  return {
    kind: 'tensor',
    label: 'Tensors',
    count: tensors.length,
    text: (index) => tensors[index]?.name ?? '',
    also: firstUse,
    entry: (index) => {
      const { name = '', dtype = '', shape = [], inner } = tensors[index] ?? {};
      const sizes = shape.slice(0, NOTED_DIMENSIONS).join(' × ') + (shape.length > NOTED_DIMENSIONS ? ' × …' : '');
      return {
        text: name,
        mono: true,
        Icon: inner ? IconBraces : IconGrid4x4,
        note: [firstUse(index), dtype, inner ? undefined : sizes || 'scalar'].filter(Boolean).join(' · '),
        choose: () => show({ tab: 'tensors', item: name }),
      };
    },
    atRest: false,
  };
}

const CASES = {
  example: { label: 'Examples', noun: 'Example', tab: 'examples' },
  'self-test': { label: 'Self-tests', noun: 'Self-test', tab: 'self-tests' },
} as const;

/** Examples or self-tests, by the names that their tab gives them. */
function caseSource(
  kind: keyof typeof CASES,
  cases: readonly { name?: string | undefined; description?: string | undefined }[],
  show: (place: Place) => void,
): FindSource {
  const { label, noun, tab } = CASES[kind];
  const titleAt = (index: number) => caseTitle(noun, index, cases[index]?.name);
  return {
    kind,
    label,
    count: cases.length,
    text: titleAt,
    also: (index) => `${noun} ${index + 1} ${cases[index]?.description ?? ''}`,
    entry: (index) => {
      const [title, number] = [titleAt(index), `${noun} ${index + 1}`];
      return {
        text: title,
        Icon: kind === 'example' ? IconPhotoPlus : IconTestPipe,
        note: title === number ? undefined : number,
        choose: () => show({ tab, item: String(index + 1) }),
      };
    },
    atRest: false,
  };
}

/** Where it is from comes first, because the title is a stranger's. */
function recentSource(recents: readonly Recent[], openRecent: (recent: Recent) => void): FindSource {
  const texts = recents.map(recentText);
  const textAt = (index: number) => {
    const { from, file, name } = texts[index] ?? { from: '', file: undefined, name: '' };
    return `${from} › ${file ?? name}`;
  };
  return {
    kind: 'recent',
    label: 'Recent',
    count: recents.length,
    text: textAt,
    also: (index) => texts[index]?.name,
    entry: (index) => {
      const { file, name, isLost } = texts[index] as RecentText;
      const title = file === undefined ? undefined : name;
      return {
        text: textAt(index),
        Icon: IconHistory,
        note: [title, isLost ? 'choose it again' : undefined].filter(Boolean).join(' · ') || undefined,
        choose: () => openRecent(recents[index] as Recent),
      };
    },
    atRest: true,
  };
}

function actionSource(actions: readonly FindAction[]): FindSource {
  return {
    kind: 'action',
    label: 'Actions',
    count: actions.length,
    text: (index) => actions[index]?.name ?? '',
    also: (index) => actions[index]?.also,
    entry: (index) => {
      const { name, Icon, run } = actions[index] as FindAction;
      return { text: name, Icon, choose: run };
    },
    atRest: true,
  };
}
