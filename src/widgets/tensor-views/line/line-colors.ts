/** How a line is drawn. Colors have a contrast of 3:1 at least to the surface, and differ for the color-blind. */
export interface LineStyle {
  color: string;
  isDashed: boolean;
}

const COLORS = {
  light: ['#1e5794', '#c2410c', '#1a6c33', '#86309a', '#8a6100', '#0e7490', '#be185d', '#57534e'],
  dark: ['#8fbdec', '#fb923c', '#7fd197', '#d6a1e4', '#f2ce62', '#5cc8dc', '#f490b8', '#c4bcb2'],
} as const;

/** The style of the line that is shown as number `at`. The first eight differ by color, the next ones by dashes too. */
export function lineStyle(at: number, scheme: 'light' | 'dark'): LineStyle {
  const colors = COLORS[scheme];
  return { color: colors[at % colors.length] as string, isDashed: at >= colors.length };
}
