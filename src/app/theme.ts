import {
  Anchor,
  Badge,
  Button,
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  Modal,
  Table,
  Tooltip,
} from '@mantine/core';

// axe finds no contrast fault in Mantine's components with these colors, light or dark. Measure again after a change.
const cardboard: MantineColorsTuple = [
  '#FBF6EE',
  '#F4E8D6',
  '#E8D3B3',
  '#DBBB8B',
  '#CFA46A',
  '#B98746',
  '#9C6A2E',
  '#855723',
  '#6B451B',
  '#4E3214',
];
const gray: MantineColorsTuple = [
  '#FAF8F5',
  '#F3EFEA',
  '#E9E3DB',
  '#DDD5CA',
  '#8F8478',
  '#766C60',
  '#6B6156',
  '#51493F',
  '#37312A',
  '#1F1B17',
];
const dark: MantineColorsTuple = [
  '#EBE6DF',
  '#CFC8BF',
  '#ADA499',
  '#8B8278',
  '#4A443D',
  '#38332E',
  '#2B2723',
  '#1C1916',
  '#161411',
  '#100E0C',
];
const red: MantineColorsTuple = [
  '#FEF2F0',
  '#FCE1DD',
  '#F8C4BC',
  '#F39E92',
  '#F58A7C',
  '#DC4A3A',
  '#C0352A',
  '#A82A21',
  '#8C221B',
  '#6A1812',
];
const green: MantineColorsTuple = [
  '#EFF8F1',
  '#DAF0DF',
  '#B4DFBE',
  '#86CA97',
  '#5DB673',
  '#389A52',
  '#24803E',
  '#1A6C33',
  '#14582A',
  '#0E421F',
];
const yellow: MantineColorsTuple = [
  '#FFFAE6',
  '#FFF1BF',
  '#FFE38A',
  '#FFD24D',
  '#F2BE22',
  '#C99400',
  '#967000',
  '#7A5A00',
  '#614800',
  '#463400',
];
const blue: MantineColorsTuple = [
  '#EFF5FC',
  '#DAE9F8',
  '#B5D2F0',
  '#86B5E5',
  '#6AA3DF',
  '#3B80C8',
  '#2668AE',
  '#1E5794',
  '#18477A',
  '#11345A',
];

const SANS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif';
const MONO =
  'ui-monospace, SFMono-Regular, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace';

/** Mantine's theme. The fonts are the system's, so nothing is fetched. */
export const theme = createTheme({
  colors: { cardboard, gray, dark, red, green, yellow, blue },
  primaryColor: 'cardboard',
  primaryShade: { light: 7, dark: 6 },
  black: '#1F1B17',
  white: '#FFFFFF',
  defaultRadius: 'sm',
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  // Controls are `sm`, so 14 px. Only monospaced text has 13 px.
  fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.6', xl: '1.4' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '2px', sm: '4px', md: '6px', lg: '6px', xl: '6px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '26px', lineHeight: '1.25' },
      h2: { fontSize: '20px', lineHeight: '1.3' },
      h3: { fontSize: '16px', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  components: {
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 600 } }),
    Button: Button.extend({ defaultProps: { size: 'sm' }, styles: { root: { fontWeight: 600 } } }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
    // A dialog's header must not count as the page's banner.
    ModalHeader: Modal.Header.extend({ defaultProps: { role: 'presentation' } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 0 } }),
    // By name, because an import would load it with the empty page, which has none. No slide, because it needs none.
    SegmentedControl: { defaultProps: { transitionDuration: 0 } },
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 300, withArrow: true } }),
  },
});

const LIGHT_COLORS = ['cardboard', 'red', 'green', 'yellow', 'blue', 'gray'];

/** Variables that no field of a theme sets. The same measurement covers these colors. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-error': 'var(--mantine-color-red-7)',
    '--mantine-color-success': 'var(--mantine-color-green-7)',
    '--bc-hover': 'var(--mantine-color-gray-1)',
    '--bc-selected': 'var(--mantine-color-cardboard-1)',
    '--bc-border': 'var(--mantine-color-gray-3)',
    '--bc-surface': 'var(--mantine-color-gray-0)',
    '--bc-accent': 'var(--mantine-color-cardboard-7)',
    '--bc-error': 'var(--mantine-color-red-7)',
    '--bc-warning': 'var(--mantine-color-yellow-7)',
    '--bc-info': 'var(--mantine-color-blue-7)',
    '--bc-success': 'var(--mantine-color-green-7)',
  },
  dark: {
    '--mantine-color-error': 'var(--mantine-color-red-4)',
    '--mantine-color-success': 'var(--mantine-color-green-4)',
    '--mantine-color-placeholder': 'var(--mantine-color-dark-2)',
    '--input-placeholder-color': 'var(--mantine-color-dark-2)',
    ...Object.fromEntries(
      LIGHT_COLORS.map((color) => [`--mantine-color-${color}-light`, `var(--mantine-color-${color}-9)`]),
    ),
    '--bc-hover': 'var(--mantine-color-dark-5)',
    '--bc-selected': 'var(--mantine-color-cardboard-9)',
    '--bc-border': 'var(--mantine-color-dark-4)',
    '--bc-surface': 'var(--mantine-color-dark-6)',
    '--bc-accent': 'var(--mantine-color-cardboard-4)',
    '--bc-error': 'var(--mantine-color-red-4)',
    '--bc-warning': 'var(--mantine-color-yellow-4)',
    '--bc-info': 'var(--mantine-color-blue-4)',
    '--bc-success': 'var(--mantine-color-green-4)',
  },
});
