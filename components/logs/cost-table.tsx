import { formatCount, formatUsd } from '@/components/ui/format-quantity';
import { Table, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table';
import type { Cost } from '@/lib/services/logs/schema';

const UNPRICED = 'Enter its price under Settings, Model prices: until then it counts as 0.';

/** The cost of each AI model in this run. */
export function CostTable({ cost }: { cost: Cost }) {
  return (
    <Table className="tabular">
      <TableHead>
        <TableRow>
          <TableHeader>Model</TableHeader>
          <TableHeader className="text-right">Prompt tokens</TableHeader>
          <TableHeader className="text-right">Completion tokens</TableHeader>
          <TableHeader className="text-right">Cost</TableHeader>
        </TableRow>
      </TableHead>
      <tbody>
        {Object.entries(cost.models).map(([model, usage]) => (
          <TableRow key={model}>
            <TableCell className="font-mono text-xs">{model}</TableCell>
            <TableCell className="text-right">{formatCount(usage.tokens.prompt)}</TableCell>
            <TableCell className="text-right">{formatCount(usage.tokens.completion)}</TableCell>
            <TableCell className="text-right">
              {cost.unpriced?.includes(model) ? (
                <span className="text-warning" title={UNPRICED}>
                  {usage.total === 0 ? 'No price known' : `${formatUsd(usage.total)}, in part unknown`}
                </span>
              ) : (
                formatUsd(usage.total)
              )}
            </TableCell>
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}
