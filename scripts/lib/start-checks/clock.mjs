import { clockOffsetMs, judgeOffset } from '../../../lib/platform/postgres/clock-offset.mjs';

const SAMPLES = 3;

/**
 * Warns of a clock that differs from the database's: schedules, signatures and expiry compare the two.
 * @type {import('./finding.mjs').Check}
 */
export async function checkClock({ client }) {
  const samples = [];
  for (let count = 0; count < SAMPLES; count += 1) {
    const sentAtMs = Date.now();
    const { rows } = await client.query('select extract(epoch from clock_timestamp()) * 1000 as "nowMs"');
    samples.push(clockOffsetMs({ sentAtMs, receivedAtMs: Date.now(), databaseMs: Number(rows[0].nowMs) }));
  }
  const least = Math.min(...samples.map(Math.abs));
  const { words } = judgeOffset(samples.find((offset) => Math.abs(offset) === least) ?? 0);
  return words === null ? null : { warning: `${words}: synchronise both (NTP)` };
}
