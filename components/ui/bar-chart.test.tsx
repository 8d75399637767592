import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { BarChart, type BarChartProps } from './bar-chart';

const drawn = (more: Partial<BarChartProps>) => {
  const markup = renderToStaticMarkup(
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
