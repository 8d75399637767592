import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BarChart, type BarChartProps } from './bar-chart';
import { ReadOut } from './chart-read-out';

const markupOf = (more: Partial<BarChartProps>) =>
  renderToStaticMarkup(
    <BarChart
      label="Durations"
      heightPx={101}
      series={[
        { key: 'p95', label: 'p95', fill: 'a' },
        { key: 'p50', label: 'p50', fill: 'b' },
      ]}
      bars={[{ key: '1', label: 'now', values: [0.8, 0.2] }]}
      caption=""
      ends={['', '']}
      {...more}
    />,
  );

const drawn = (more: Partial<BarChartProps>) => {
  const markup = markupOf(more);
  const numberOf = (rect: string, name: string) =>
    Math.round(Number.parseFloat(rect.split(` ${name}="`)[1]!));
  const rects = markup.split('<rect').filter((rect) => rect.includes('data-series'));
  return rects.map((rect) => [numberOf(rect, 'y'), numberOf(rect, 'height')]);
};

it('values below 1 fill the plot, stacked on one another', () => {
  expect(drawn({})).toEqual([
    [20, 80],
    [0, 20],
  ]);
});

it('layered ones all stand on the ground, and one that is missing is not drawn', () => {
  expect(drawn({ isLayered: true })).toEqual([
    [0, 100],
    [75, 25],
  ]);
  expect(drawn({ isLayered: true, bars: [{ key: '1', label: 'now', values: [null, 0.2] }] })).toEqual([
    [0, 100],
  ]);
});

/** Returns the texts beside or under the plot. */
const wordsOf = (markup: string, axis: 'data-value-axis' | 'data-time-axis') =>
  [
    ...markup
      .split(axis)[1]!
      .split('</div>')[0]!
      .matchAll(/>([^<]+)<\/span>/g),
  ].map((match) => match[1]);

it('numbers stand beside the bars, and times under them', () => {
  const label = (index: number) => `12:0${index}`;
  const bars = Array.from({ length: 8 }, (_, index) => ({
    key: `${index}`,
    label: label(index),
    values: [2 * index, index],
  }));
  const markup = markupOf({ bars, unit: 'count', ends: ['12:00', '12:08'] });
  expect(wordsOf(markup, 'data-value-axis')).toEqual(['0', '10', '20']);
  expect(wordsOf(markup, 'data-time-axis')).toEqual(['12:00', '12:02', '12:04', '12:06', '12:08']);
  // One line per number.
  expect(markup.match(/<line /g)).toHaveLength(3);
});

it('a chart of nothing has its axes', () => {
  const markup = markupOf({ bars: [{ key: '1', label: 'now', values: [null, 0] }], ends: ['a', 'b'] });
  expect(wordsOf(markup, 'data-value-axis')).toEqual(['0']);
  expect(wordsOf(markup, 'data-time-axis')).toEqual(['a', 'b']);
});

it('bars that stand out are underlined', () => {
  const bars = [0, 1, 2].map((key) => ({ key: `${key}`, label: '', values: [1, 1] }));
  const marks = { label: 'Matches', counts: [0, 3, 0] };
  const underlines = markupOf({ bars, marks }).match(/<rect[^>]*data-mark[^>]*>/g);
  expect(underlines).toEqual([expect.stringContaining(' x="10"')]);
});

it('the values of a bar are read out beside it', () => {
  const read = (at: number) =>
    renderToStaticMarkup(
      <ReadOut
        bar={{ key: '1', label: '12:05', values: [null, 0.25] }}
        series={[
          { key: 'p95', label: 'p95', fill: 'a' },
          { key: 'p50', label: 'p50', fill: 'b' },
        ]}
        format={(value) => `${value * 100}%`}
        mark={{ label: 'Matches', count: 4 }}
        at={at}
      />,
    );
  expect(
    read(0.1)
      .replace(/<[^>]*>/g, ' ')
      .split(/\s+/),
  ).toEqual(['', '12:05', 'p95', '–', 'p50', '25%', 'Matches', '4', '']);
  // Opens towards the middle of the chart, so that it is never cut off.
  expect(read(0.1)).toContain('left:');
  expect(read(0.9)).toContain('right:');
});
