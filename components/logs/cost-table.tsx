import { DataTable } from '@/components/ui/data-table';
import { formatCount, formatUsd } from '@/components/ui/format-quantity';
import type { Cost } from '@/lib/services/logs/schema';

const UNPRICED = 'Enter its price under Settings, Model prices: until then it counts as 0.';

/** The cost of each AI model in this run. */
export function CostTable({ cost }: { cost: Cost }) {
  return (
    <DataTable
      className="tabular"
      rows={Object.entries(cost.models)}
      keyOf={([model]) => model}
      columns={[
        { title: 'Model', className: 'font-mono text-xs', cell: ([model]) => model },
        { title: 'Prompt tokens', isNumeric: true, cell: ([, { tokens }]) => formatCount(tokens.prompt) },
        {
          title: 'Completion tokens',
          isNumeric: true,
          cell: ([, { tokens }]) => formatCount(tokens.completion),
        },
        {
          title: 'Cost',
          isNumeric: true,
          cell: ([model, { total }]) =>
            cost.unpriced?.includes(model) ? (
              <span className="text-warning" title={UNPRICED}>
                {total === 0 ? 'No price known' : `${formatUsd(total)}, in part unknown`}
              </span>
            ) : (
              formatUsd(total)
            ),
        },
      ]}
    />
  );
}
