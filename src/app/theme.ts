import {
  type ActionIconProps,
  type AnchorProps,
  type BadgeProps,
  type ButtonProps,
  type CSSVariablesResolver,
  colorsTuple,
  createTheme,
  type MantineColorsTuple,
  type ModalHeaderProps,
  type ModalProps,
  type ModalRootProps,
  type PopoverProps,
  type TableProps,
  type TooltipProps,
  type VariantColorsResolver,
} from '@mantine/core';

// The page itself uses the names of tokens.css. Mantine's components need palettes of ten shades: these agree with
// them.
const gray: MantineColorsTuple = [
  '#FAF9F7',
  '#F5F3EF',
  '#E6E2DB',
  '#D5CFC5',
  '#B5ADA2',
  '#8F877C',
  '#6B645B',
  '#51493F',
  '#37312A',
  '#1C1917',
];
const dark: MantineColorsTuple = [
  '#EFEBE5',
  '#CFC8BF',
  '#B0A79B',
  '#8C8378',
  '#413B35',
  '#2E2A26',
  '#1C1916',
  '#181512',
  '#141210',
  '#0F0D0B',
];
const SANS = 'Geist, "Geist as Arial", "Geist as Roboto", system-ui, sans-serif';
const MONO =
  '"Geist Mono", "Geist Mono as Menlo", "Geist Mono as Consolas", "Geist Mono as Courier", ui-monospace, monospace';

/** The severity, as tokens.css names it, that a color of Mantine stands for. */
const SEVERITIES: Record<string, string> = { red: 'error', yellow: 'warning', green: 'ok', blue: 'info' };

/** The colors of buttons, badges and alerts. Only `filled` shows the brand, and only one button of a view is filled. */
const variantColorResolver: VariantColorsResolver = ({ color = 'cardboard', variant }) => {
  const severity = SEVERITIES[color];
  const clear = '1px solid transparent';
  switch (variant) {
    case 'filled': {
      const background = `var(--bc-${severity ?? 'brand'})`;
      const hover = severity ? `color-mix(in srgb, ${background} 85%, var(--bc-ink))` : 'var(--bc-brand-hover)';
      return { background, hover, color: 'var(--bc-on-brand)', border: clear };
    }
    case 'light': {
      const background = severity ? `var(--bc-${severity}-surface)` : 'var(--bc-soft)';
      const border = severity ? `1px solid var(--bc-${severity}-line)` : clear;
      return { background, hover: background, color: `var(--bc-${severity ?? 'brand'})`, border };
    }
    case 'subtle':
    case 'transparent': {
      const hover = variant === 'subtle' ? 'var(--bc-hover)' : 'transparent';
      const text = severity ? `var(--bc-${severity})` : 'var(--bc-dim)';
      const hoverColor = severity ? text : 'var(--bc-ink)';
      return { background: 'transparent', hover, color: text, hoverColor, border: clear };
    }
    default:
      return {
        background: 'var(--bc-card)',
        hover: 'var(--bc-hover)',
        color: severity ? `var(--bc-${severity})` : 'var(--bc-ink)',
        border: `1px solid var(--bc-${severity ? `${severity}-line` : 'line-strong'})`,
      };
  }
};

/**
 * Mantine's theme. Colors and sizes come from tokens.css, and what a component looks like beyond that from
 * components.css.
 */
export const theme = createTheme({
  // Only its main shade shows: `variantColorResolver` gives the others.
  colors: { cardboard: colorsTuple('var(--bc-brand)'), gray, dark },
  primaryColor: 'cardboard',
  primaryShade: { light: 7, dark: 4 },
  variantColorResolver,
  black: '#1C1917',
  white: '#FFFFFF',
  defaultRadius: 'md',
  fontFamily: SANS,
  fontFamilyMonospace: MONO,
  fontSizes: {
    xs: 'var(--bc-font-tiny)',
    sm: 'var(--bc-font-control)',
    md: 'var(--bc-font-body)',
    lg: 'var(--bc-font-prose)',
    xl: 'var(--bc-font-h2)',
  },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.5', lg: '1.6', xl: '1.3' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  radius: { xs: '6px', sm: '6px', md: '8px', lg: '12px', xl: '12px' },
  shadows: {
    xs: 'var(--bc-shadow-card)',
    sm: 'var(--bc-shadow-card)',
    md: 'var(--bc-shadow-popover)',
    lg: 'var(--bc-shadow-popover)',
    xl: 'var(--bc-shadow-dialog)',
  },
  headings: {
    fontWeight: 'var(--bc-weight-heading)',
    sizes: {
      h1: { fontSize: 'var(--bc-font-h1)', lineHeight: '1.15' },
      h2: { fontSize: 'var(--bc-font-h2)', lineHeight: '1.3' },
      h3: { fontSize: 'var(--bc-font-h3)', lineHeight: '1.4' },
    },
  },
  respectReducedMotion: true,
  // By name, because an import would load them with the empty page, which uses few of them.
  components: {
    Badge: { defaultProps: { tt: 'none', fw: 500 } satisfies BadgeProps },
    // One button of a view at most is filled, and says so.
    Button: { defaultProps: { size: 'sm', variant: 'default' } satisfies ButtonProps },
    ActionIcon: { defaultProps: { variant: 'subtle' } satisfies ActionIconProps },
    // Descriptions and errors stand below the field.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    Anchor: { defaultProps: { underline: 'never' } satisfies AnchorProps },
    // The style sheet locks the scroll: Mantine's lock would move what is sticky, by a style element.
    Modal: { defaultProps: { radius: 'lg', shadow: 'xl', lockScroll: false } satisfies Partial<ModalProps> },
    ModalRoot: { defaultProps: { lockScroll: false } satisfies Partial<ModalRootProps> },
    // A dialog's header must not count as the page's banner.
    ModalHeader: { defaultProps: { role: 'presentation' } satisfies ModalHeaderProps },
    Popover: { defaultProps: { shadow: 'md' } satisfies PopoverProps },
    Table: { defaultProps: { verticalSpacing: 0 } satisfies TableProps },
    // A menu has only its items in it: the first one gets the focus.
    Menu: { defaultProps: { shadow: 'md', withInitialFocusPlaceholder: false } },
    Combobox: { defaultProps: { shadow: 'md' } },
    SegmentedControl: { defaultProps: { transitionDuration: 0, withItemsBorders: false } },
    Tooltip: { defaultProps: { openDelay: 300, withArrow: true } satisfies Partial<TooltipProps> },
  },
});

const VARIABLES = {
  '--mantine-color-body': 'var(--bc-page)',
  '--mantine-color-text': 'var(--bc-ink)',
  '--mantine-color-bright': 'var(--bc-ink)',
  '--mantine-color-dimmed': 'var(--bc-dim)',
  '--mantine-color-placeholder': 'var(--bc-dim)',
  '--mantine-color-anchor': 'var(--bc-ink)',
  '--mantine-color-default': 'var(--bc-card)',
  '--mantine-color-default-hover': 'var(--bc-hover)',
  '--mantine-color-default-color': 'var(--bc-ink)',
  '--mantine-color-default-border': 'var(--bc-line-strong)',
  '--mantine-color-disabled': 'var(--bc-code)',
  '--mantine-color-disabled-color': 'var(--bc-faint)',
  '--mantine-color-disabled-border': 'var(--bc-line)',
  '--mantine-color-error': 'var(--bc-error)',
  '--mantine-color-success': 'var(--bc-ok)',
  '--mantine-primary-color-contrast': 'var(--bc-on-brand)',
};

/** Variables of Mantine that no field of a theme sets. `npm run theme` writes them with the others. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--mantine-font-weight-medium': 'var(--bc-weight-control)',
    '--mantine-font-weight-bold': 'var(--bc-weight-heading)',
  },
  light: VARIABLES,
  dark: VARIABLES,
});
