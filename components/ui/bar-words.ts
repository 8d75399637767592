/** What charts are drawn from, and the words for it. */

export interface BarSeries {
  key: string;
  label: string;
  /** Fill of an SVG shape. */
  fill: string;
}

export interface Bar {
  /** Of its own among the bars. */
  key: string;
  /** What the bar stands for, in words: a time, for example. */
  label: string;
  /** By series, in their order; null where there is none. */
  values: readonly (number | null)[];
}

/** Bars that stand out, with a number for each bar. */
export interface BarMarks {
  label: string;
  counts: readonly number[];
}

export type Format = (value: number) => string;

export const sayValue = (value: number | null | undefined, format: Format): string =>
  typeof value === 'number' ? format(value) : '–';

/** `Nov 21, 07:24 · Errors 2 · Success 14`. */
export function describeBar(
  { label, values }: Bar,
  series: readonly BarSeries[],
  format: Format,
  mark?: { label: string; count: number },
): string {
  const said = series.map((one, index) => `${one.label} ${sayValue(values[index], format)}`);
  return [label, ...said, ...(mark ? [`${mark.label} ${mark.count}`] : [])].join(' · ');
}

/** The highest of all bars; 0 when there is nothing. */
export function highestBar(bars: readonly Bar[], isLayered: boolean): number {
  const heights = bars.map(({ values }) => {
    const numbers = values.map((value) => value ?? 0);
    return isLayered ? Math.max(0, ...numbers) : numbers.reduce((sum, value) => sum + value, 0);
  });
  return Math.max(0, ...heights);
}
