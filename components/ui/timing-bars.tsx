import { formatDuration } from './format-quantity';

const PHASES = [
  { key: 'dnsMs', label: 'DNS look-up', color: 'bg-running-solid' },
  { key: 'connectMs', label: 'Connect', color: 'bg-warning-solid' },
  { key: 'tlsMs', label: 'TLS', color: 'bg-accent-solid' },
  { key: 'firstByteMs', label: 'Wait for first byte', color: 'bg-success-solid' },
  { key: 'downloadMs', label: 'Download', color: 'bg-line-strong' },
] as const;

export interface TimingBarsProps {
  /** Milliseconds per phase of one request; null if there was no response. */
  timing: Record<(typeof PHASES)[number]['key'], number> | null;
  /** The call with this request as its last attempt: its total duration and its attempts. */
  whole?: { durationMs: number; attempts: ReadonlyArray<{ durationMs: number; waitMs: number }> };
}

/** The duration of each phase of the last attempt, in order; below it, the rest of the total. */
export function TimingBars({ timing, whole }: TimingBarsProps) {
  if (timing === null)
    return <p className="text-faint text-sm">No response came, so nothing was measured.</p>;
  const total = PHASES.reduce((sum, { key }) => sum + timing[key], 0);
  const isReused = timing.dnsMs + timing.connectMs + timing.tlsMs === 0;
  let before = 0;
  const rows = PHASES.map((phase) => {
    const ms = timing[phase.key];
    const start = before;
    before += ms;
    return { ...phase, ms, left: share(start, total), width: share(ms, total) };
  });
  return (
    <div className="flex flex-col gap-2">
      <table className="tabular w-full text-left text-xs">
        <caption className="sr-only">Time of the last attempt by phase</caption>
        <tbody>
          {rows.map(({ key, label, color, ms, left, width }) => (
            <tr key={key}>
              <th scope="row" className="w-36 py-1 pr-3 font-normal text-muted">
                {label}
              </th>
              <td className="py-1" aria-hidden>
                <div className="relative h-3 rounded-sm bg-sunken">
                  {ms === 0 ? null : (
                    <div
                      className={`absolute inset-y-0 min-w-px rounded-sm ${color}`}
                      style={{ left: `${left}%`, width: `${width}%` }}
                    />
                  )}
                </div>
              </td>
              <td className="w-20 py-1 pl-3 text-right">{formatDuration(ms)}</td>
            </tr>
          ))}
          <tr className="border-line border-t font-medium">
            <th scope="row" className="py-1.5 font-medium">
              {whole === undefined ? 'Total' : 'Last attempt'}
            </th>
            <td />
            <td className="py-1.5 pl-3 text-right">{formatDuration(total)}</td>
          </tr>
          {whole === undefined ? null : <RestOfTotal attemptMs={total} whole={whole} />}
        </tbody>
      </table>
      {isReused ? (
        <p className="text-faint text-xs">
          The connection was open already, so there was nothing to look up or set up.
        </p>
      ) : null}
    </div>
  );
}

/** Earlier attempts, preparation, and the total. */
function RestOfTotal({ attemptMs, whole }: { attemptMs: number } & Required<Pick<TimingBarsProps, 'whole'>>) {
  const { durationMs, attempts } = whole;
  const last = attempts.at(-1);
  const before = attempts.slice(0, -1).reduce((sum, { durationMs: ms, waitMs }) => sum + ms + waitMs, 0);
  const earlierMs = before + (last?.waitMs ?? 0);
  const restMs = Math.max(0, durationMs - attemptMs - earlierMs);
  const lines = [
    ...(attempts.length > 1 ? [{ label: 'Earlier attempts and waits', ms: earlierMs }] : []),
    { label: 'Preparing and reading', ms: restMs },
  ];
  return (
    <>
      {lines.map(({ label, ms }) => (
        <tr key={label}>
          <th scope="row" className="py-1 pr-3 font-normal text-muted" colSpan={2}>
            {label}
          </th>
          <td className="py-1 pl-3 text-right">{formatDuration(ms)}</td>
        </tr>
      ))}
      <tr className="border-line border-t font-medium">
        <th scope="row" className="py-1.5 font-medium" colSpan={2}>
          Total
        </th>
        <td className="py-1.5 pl-3 text-right">{formatDuration(durationMs)}</td>
      </tr>
    </>
  );
}

const share = (part: number, whole: number) => (whole === 0 ? 0 : (part / whole) * 100);
