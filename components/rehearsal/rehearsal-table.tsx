'use client';

import { useMemo } from 'react';
import { Badge } from '@/components/ui/badge';
import { Table, TableCell, TableHead, TableHeader, TableRow } from '@/components/ui/table';
import type { RehearsedRequest } from '@/lib/core/rehearsal/rehearsal-shape';
import type { Rehearsal } from '@/lib/services/rehearsal/schema';
import { FAULT_TITLES, OUTCOME_WORDS, type RehearsalCell, rehearsalRows, toneOf } from './cells';

interface RehearsalTableProps {
  rehearsal: Rehearsal;
  chosen: RehearsalCell | null;
  onChoose: (cell: RehearsalCell) => void;
}

/** What the run makes of each fault, at each of its requests. */
export function RehearsalTable({ rehearsal, chosen, onChoose }: RehearsalTableProps) {
  const rows = useMemo(() => rehearsalRows(rehearsal), [rehearsal]);
  return (
    <Table>
      <TableHead>
        <tr>
          <TableHeader>Fault</TableHeader>
          {rehearsal.requests.map((request) => (
            <TableHeader key={request.step} title={request.url ?? undefined}>
              {titleOf(request)}
            </TableHeader>
          ))}
        </tr>
      </TableHead>
      <tbody>
        {rows.map(({ fault, cells }) => (
          <TableRow key={fault}>
            <th scope="row" className="h-10 whitespace-nowrap px-3 font-medium text-sm">
              {FAULT_TITLES[fault]}
            </th>
            {cells.map((cell, index) => (
              <TableCell key={rehearsal.requests[index]?.step}>
                {cell === null ? null : (
                  <CellButton
                    cell={cell}
                    isChosen={chosen?.fault === fault && chosen.request === cell.request}
                    onChoose={onChoose}
                  />
                )}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </tbody>
    </Table>
  );
}

/** The block, its iteration if it ran in one, and the method. */
function titleOf({ blockName, method, step }: RehearsedRequest): string {
  const at = step.indexOf('@');
  return `${blockName}${at === -1 ? '' : ` (${step.slice(at + 1)})`}${method === null ? '' : ` · ${method}`}`;
}

interface CellButtonProps {
  cell: RehearsalCell;
  isChosen: boolean;
  onChoose: (cell: RehearsalCell) => void;
}

function CellButton({ cell, isChosen, onChoose }: CellButtonProps) {
  const { fault, request, worst } = cell;
  const words = OUTCOME_WORDS[worst.outcome];
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-label={`${FAULT_TITLES[fault]}, ${titleOf(request)}: ${words}`}
      title={worst.words}
      onClick={() => onChoose(cell)}
      className="rounded-sm aria-pressed:outline-2 aria-pressed:outline-accent"
    >
      <Badge tone={toneOf(worst)}>{words}</Badge>
    </button>
  );
}
