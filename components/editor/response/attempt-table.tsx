import type { SentBlock } from '@/lib/services/runs/schema';
import { cn } from '../../ui/class-names';
import { formatDuration } from '../../ui/format-quantity';

/** The attempts in order, on one time line with the pauses between them. */
export function AttemptTable({ attempts }: { attempts: SentBlock['attempts'] }) {
  let before = 0;
  const placed = attempts.map((attempt, index) => {
    const wait = before;
    const start = wait + attempt.waitMs;
    before = start + attempt.durationMs;
    return { attempt, number: index + 1, wait, start };
  });
  const percent = (ms: number) => `${before === 0 ? 0 : (ms / before) * 100}%`;
  return (
    <table className="tabular w-full text-left text-xs">
      <thead className="text-faint">
        <tr className="border-line border-b [&_th]:py-1 [&_th]:font-normal">
          <th className="w-10">{attempts.at(-1)?.page === undefined ? '#' : 'Page'}</th>
          <th className="w-40">Result</th>
          <th className="w-24">Waited</th>
          <th className="w-24">Took</th>
          <th className="max-sm:hidden">
            <span className="sr-only">Timeline</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {placed.map(({ attempt, number, wait, start }) => (
          <tr key={number} className="[&_td]:py-1.5">
            <td className="text-faint">{attempt.page ?? number}</td>
            <td className={isGood(attempt.status) ? 'text-success' : 'text-danger'}>
              {attempt.status ?? attempt.code ?? 'no response'}
            </td>
            <td>{attempt.waitMs > 0 ? formatDuration(attempt.waitMs) : '–'}</td>
            <td>{formatDuration(attempt.durationMs)}</td>
            <td aria-hidden className="max-sm:hidden">
              <div className="relative h-3 rounded-sm bg-sunken">
                <div
                  className="absolute inset-y-1.25 border-line-strong border-t border-dashed"
                  style={{ left: percent(wait), width: percent(attempt.waitMs) }}
                />
                <div
                  className={cn(
                    'absolute inset-y-0 min-w-0.5 rounded-sm',
                    isGood(attempt.status) ? 'bg-success-solid' : 'bg-danger-solid',
                  )}
                  style={{ left: percent(start), width: percent(attempt.durationMs) }}
                />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const isGood = (status: number | null) => status !== null && status < 400;
