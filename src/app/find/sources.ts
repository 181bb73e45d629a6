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
import { formatBytes } from '../../base/amounts.ts';
import { tabsOfPackage } from '../../formats/views.ts';
import type { Example, Package, PackageFile, SelfTest, TensorInfo } from '../../model/package.ts';
import type { Place, Tab } from '../../model/place.ts';
import { CASES, caseNumber, casePlace, caseTitle, tensorUses } from '../../model/tensor/tensor-use.ts';
import { useApp, useOutermost, useRecents } from '../../state/hooks.ts';
import { openedOf } from '../../state/load.ts';
import type { Recent } from '../../state/recents.ts';
import { fileIcon } from '../../widgets/file-tree/file-icon.tsx';
import { focusTab } from '../focus.ts';
import { useOpening } from '../opening/opening-ways.tsx';
import { recentText } from '../opening/recent-text.ts';
import { TAB_WORDS } from '../package/tab.ts';
import { usePlace } from '../page-address.ts';
import { type FindAction, offeredActions } from './action.ts';
import { linkOf } from './link.ts';
import type { FindSource } from './search.ts';

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
export function linkSource(typed: string, openUrl: (url: string) => void): FindSource<string> | undefined {
  const link = linkOf(typed);
  return (
    link && {
      kind: 'link',
      label: 'Link',
      items: [link.url],
      text: (url) => `Open ${addressText(url)}`,
      entry: (url) => ({ Icon: IconLink, choose: () => openUrl(url) }),
      place: link.certain ? 'first' : 'last',
    }
  );
}

type Show = (place: Place) => void;

function tabSource(pkg: Package, show: Show): FindSource<Tab> {
  return {
    kind: 'tab',
    label: 'Tabs',
    items: tabsOfPackage(pkg),
    text: (tab) => TAB_WORDS[tab].label,
    also: (tab) => TAB_WORDS[tab].also,
    entry: (tab) => ({ Icon: IconLayoutNavbar, choose: () => show({ tab }) }),
    atRest: true,
  };
}

function fileSource({ files }: Package, show: Show): FindSource<PackageFile> {
  return {
    kind: 'file',
    label: 'Files',
    items: files,
    text: ({ path }) => path,
    entry: (file) => ({
      mono: true,
      Icon: fileIcon(file),
      note: file.hash === 'linked' ? 'linked' : file.size === undefined ? undefined : formatBytes(file.size),
      choose: () => show({ tab: 'files', item: file.path }),
    }),
  };
}

function tensorSource(pkg: Package, show: Show): FindSource<TensorInfo> {
  let uses: ReturnType<typeof tensorUses> | undefined;
  const firstUse = ({ name }: TensorInfo) => {
    uses ??= tensorUses(pkg);
    return uses.get(name)?.[0]?.label;
  };
  return {
    kind: 'tensor',
    label: 'Tensors',
    items: pkg.tensors,
    text: ({ name }) => name,
    also: firstUse,
    entry: (tensor) => {
      const { name, dtype, shape, inner } = tensor;
      const sizes = shape.slice(0, NOTED_DIMENSIONS).join(' × ') + (shape.length > NOTED_DIMENSIONS ? ' × …' : '');
      return {
        mono: true,
        Icon: inner ? IconBraces : IconGrid4x4,
        note: [firstUse(tensor), dtype, inner ? undefined : sizes || 'scalar'].filter(Boolean).join(' · '),
        choose: () => show({ tab: 'tensors', item: name }),
      };
    },
  };
}

/** Examples or self-tests, by the names that their tab gives them. */
function caseSource(
  of: keyof typeof CASES,
  cases: readonly (Example | SelfTest)[],
  show: Show,
): FindSource<Example | SelfTest> {
  return {
    kind: of,
    label: CASES[of].label,
    items: cases,
    text: ({ name }, index) => caseTitle(of, index, name),
    also: ({ description }, index) => `${caseNumber(of, index)} ${description ?? ''}`,
    entry: ({ name }, index) => {
      const number = caseNumber(of, index);
      return {
        Icon: of === 'example' ? IconPhotoPlus : IconTestPipe,
        note: caseTitle(of, index, name) === number ? undefined : number,
        choose: () => show(casePlace(of, index)),
      };
    },
  };
}

/** Where it is from comes first, because the title is a stranger's. */
function recentSource(recents: readonly Recent[], openRecent: (recent: Recent) => void): FindSource<Recent> {
  return {
    kind: 'recent',
    label: 'Recent',
    items: recents,
    text(recent) {
      const { from, file, name } = recentText(recent);
      return `${from} › ${file ?? name}`;
    },
    also: (recent) => recentText(recent).name,
    entry(recent) {
      const { file, name, isLost } = recentText(recent);
      const note = [file && name, isLost && 'choose it again'].filter(Boolean).join(' · ');
      return { Icon: IconHistory, note, choose: () => openRecent(recent) };
    },
    atRest: true,
  };
}

function actionSource(actions: readonly FindAction[]): FindSource<FindAction> {
  return {
    kind: 'action',
    label: 'Actions',
    items: actions,
    text: ({ name }) => name,
    also: ({ also }) => also,
    entry: ({ Icon, run }) => ({ Icon, choose: run }),
    atRest: true,
  };
}
