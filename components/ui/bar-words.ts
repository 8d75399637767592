/** The data of charts, and its description in words. */

export interface BarSeries {
  key: string;
  label: string;
  /** The fill of an SVG shape. */
  fill: string;
}

export interface Bar {
  /** Unique among the bars. */
  key: string;
  /** The label of the bar, for example a time. */
  label: string;
  /** The values by series, in the order of the series; null if there is none. */
  values: readonly (number | null)[];
}

/** Marked bars, with a number for each bar. */
export interface BarMarks {
  label: string;
  counts: readonly number[];
}

export type Format = (value: number) => string;

export const sayValue = (value: number | null | undefined, format: Format): string =>
  typeof value === 'number' ? format(value) : '–';

/** Describes a bar: `Nov 21, 07:24 · Errors 2 · Success 14`. */
export function describeBar(
  { label, values }: Bar,
  series: readonly BarSeries[],
  format: Format,
  mark?: { label: string; count: number },
): string {
  const said = series.map((one, index) => `${one.label} ${sayValue(values[index], format)}`);
  return [label, ...said, ...(mark ? [`${mark.label} ${mark.count}`] : [])].join(' · ');
}

/** Returns the height of the highest bar; 0 without bars. */
export function highestBar(bars: readonly Bar[], isLayered: boolean): number {
  const heights = bars.map(({ values }) => {
    const numbers = values.map((value) => value ?? 0);
    return isLayered ? Math.max(0, ...numbers) : numbers.reduce((sum, value) => sum + value, 0);
  });
  return Math.max(0, ...heights);
}
