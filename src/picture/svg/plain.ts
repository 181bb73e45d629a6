/**
 * What a drawing may hold and still be shown without asking. Anything else asks first. Names are those of SVG 2, and of
 * SVG 1.1 where SVG 2 dropped them.
 */

export function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

export const SVG_SPACE = 'http://www.w3.org/2000/svg';
export const XLINK_SPACE = 'http://www.w3.org/1999/xlink';
export const XML_SPACE = 'http://www.w3.org/XML/1998/namespace';

/**
 * Namespaces whose elements act wherever they stand. Elements of all other namespaces are notes of a drawing program:
 * browsers do not draw them.
 */
export const ACTIVE_SPACES: ReadonlySet<string> = new Set([
  '',
  'http://www.w3.org/1999/xhtml',
  'http://www.w3.org/1998/Math/MathML',
]);

/** Shapes. Nothing inside them is drawn. */
export const SHAPES = words('path rect circle ellipse line polyline polygon');

export const GRADIENTS = words('linearGradient radialGradient');

/** Elements that draw their children. */
export const CONTAINERS = words('svg g a');

export const TEXTS = words('text tspan');

/** Elements that draw nothing where they stand. `use` may draw their children. */
export const STORES = words('defs symbol');

/** Elements that cut others to their one shape. */
export const CLIPS = words('clipPath mask');

/** Elements that hold notes, or scripts, which browsers never run in an image (SVG 2, 2.7). */
export const NOTES = words('title desc metadata script');

/** Attributes without a namespace. Those with one do nothing, XLink's aside. */
export const ATTRIBUTES = words(`
  id class style lang role tabindex focusable version baseProfile zoomAndPan contentScriptType contentStyleType
  x y width height cx cy r rx ry x1 y1 x2 y2 fx fy fr d points transform viewBox preserveAspectRatio
  gradientTransform gradientUnits spreadMethod offset clipPathUnits maskUnits maskContentUnits
  textLength lengthAdjust dx dy rotate href target rel download type media title
  enable-background content host p-id t`);

export const XLINK_ATTRIBUTES = words('href type role arcrole title show actuate');

/**
 * Properties with plain values: words, numbers, colors. Each may also be an attribute. `cost.ts` knows which ones cost
 * time.
 */
export const PROPERTIES = words(`
  fill fill-opacity fill-rule stroke stroke-opacity stroke-width stroke-linecap stroke-linejoin stroke-miterlimit
  stroke-dasharray stroke-dashoffset opacity color clip-path mask clip-rule stop-color stop-opacity
  display visibility overflow paint-order pointer-events cursor
  shape-rendering text-rendering image-rendering color-rendering color-interpolation color-interpolation-filters
  color-profile solid-color solid-opacity flood-color flood-opacity lighting-color
  font font-family font-size font-stretch font-style font-variant font-weight font-kerning
  font-variant-ligatures font-variant-caps font-variant-numeric font-variant-east-asian font-variant-alternates
  font-variant-position font-variant-settings font-feature-settings font-variation-settings font-synthesis
  letter-spacing word-spacing line-height text-anchor text-align text-align-last text-decoration text-decoration-line
  text-decoration-style text-decoration-color text-indent text-transform text-orientation
  alignment-baseline baseline-shift dominant-baseline direction unicode-bidi writing-mode glyph-orientation-vertical
  glyph-orientation-horizontal kerning white-space user-select -webkit-user-select -moz-user-select
  background background-color color-scheme enable-background shape-padding shape-margin`);

/** Properties that are plain with this one value, which drawing programs write as the default. */
export const IDLE_PROPERTIES: Readonly<Record<string, string>> = {
  filter: 'none',
  marker: 'none',
  'marker-start': 'none',
  'marker-mid': 'none',
  'marker-end': 'none',
  'mix-blend-mode': 'normal',
  isolation: 'auto',
  'vector-effect': 'none',
  clip: 'auto',
  transform: 'none',
  'text-shadow': 'none',
  'font-size-adjust': 'none',
  'inline-size': '0',
};
