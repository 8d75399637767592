import { type Bar, type BarMarks, type BarSeries, type Format, sayValue } from './bar-words';

export interface BarTableProps {
  label: string;
  bars: readonly Bar[];
  series: readonly BarSeries[];
  marks: BarMarks | undefined;
  format: Format;
  heightPx: number;
}

/** The numbers of a chart as a table. */
export function BarTable({ label, bars, series, marks, format, heightPx }: BarTableProps) {
  const columns = [...series.map((one) => one.label), ...(marks ? [marks.label] : [])];
  return (
    <section
      aria-label={`${label}, table`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="overflow-y-auto rounded border border-line bg-surface"
      style={{ height: heightPx }}
    >
      <table className="tabular w-full text-left text-xs">
        <caption className="sr-only">{label}</caption>
        <thead className="sticky top-0 bg-sunken">
          <tr>
            <th scope="col" className="px-2 py-1 font-medium text-muted">
              Start
            </th>
            {columns.map((column) => (
              <th key={column} scope="col" className="px-2 py-1 text-right font-medium text-muted">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.map((bar, at) => (
            <tr key={bar.key} className="border-line border-t">
              <th scope="row" className="whitespace-nowrap px-2 py-1 font-normal">
                {bar.label}
              </th>
              {series.map((one, index) => (
                <td key={one.key} className="px-2 py-1 text-right">
                  {sayValue(bar.values[index], format)}
                </td>
              ))}
              {marks ? <td className="px-2 py-1 text-right">{marks.counts[at] ?? 0}</td> : null}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
