import type { Env } from '../../platform/env';
import { FINDING_LEVELS, type Finding, type Operations } from './schema';

type Read = Pick<Operations, 'version' | 'processes' | 'queues' | 'failingReceivers' | 'database' | 'disk'>;
type Settings = Pick<
  Env,
  'ENCRYPTION_KEY_PREVIOUS' | 'METRICS_TOKEN' | 'NEXTAUTH_URL' | 'OUTBOUND_ALLOW' | 'SMTP_URL'
>;

/** A process that was silent for longer has died, or its machine has no network. */
const SILENT_SECONDS = 30;
const QUEUE_SECONDS = 60;
const LATE_SECONDS = 60;
const SKEW_SECONDS = 1;
const FULL_DISK = 0.9;
const FULLER_DISK = 0.8;
const MOST_CONNECTIONS = 0.9;
const EVERYTHING = /(?:^|,)\s*(?:0\.0\.0\.0|\[?::\]?)\/0/;

/** Returns what an operator should know or do, the most urgent first. Pure, so that each sentence has a test. */
export function diagnose(read: Read, settings: Settings): Finding[] {
  const findings = [
    ...ofProcesses(read),
    ...ofQueues(read),
    ...ofReceivers(read),
    ...ofDatabase(read),
    ...ofDisk(read),
    ...ofSettings(settings),
  ];
  return findings.sort(
    (one, other) => FINDING_LEVELS.indexOf(one.level) - FINDING_LEVELS.indexOf(other.level),
  );
}

function finding(level: Finding['level'], subject: string, message: string, action: string): Finding {
  return { level, subject, message, action };
}

function ofProcesses({ version, processes }: Read): Finding[] {
  const found: Finding[] = [];
  const living = processes.filter(({ silentSeconds }) => silentSeconds < SILENT_SECONDS);
  if (living.length === 0)
    found.push(finding('error', 'Processes', 'No server or worker is running.', 'Start one with npm start.'));
  const silent = processes.length - living.length;
  if (silent > 0)
    found.push(
      finding(
        'warning',
        'Processes',
        `${counted(silent, 'process has', 'processes have')} not been heard of for ${SILENT_SECONDS} s.`,
        'If the machine was switched off, there is nothing to do: other processes take over its runs.',
      ),
    );
  const others = living.filter((one) => one.version !== version).length;
  if (others > 0)
    found.push(
      finding(
        'warning',
        'Versions',
        `${counted(others, 'process runs', 'processes run')} another version than ${version}.`,
        'Finish the upgrade: restart the others.',
      ),
    );
  return found;
}

function ofQueues({ queues }: Read): Finding[] {
  const found: Finding[] = [];
  if (queues.stuck > 0)
    found.push(
      finding(
        'error',
        'Runs',
        `${counted(queues.stuck, 'run belongs', 'runs belong')} to dead processes.`,
        'They are taken over within seconds. If they stay, restart a server.',
      ),
    );
  if (queues.oldestQueuedSeconds > QUEUE_SECONDS)
    found.push(
      finding(
        'warning',
        'Queue',
        `The oldest of ${queues.queued} queued runs has waited for ${seconds(queues.oldestQueuedSeconds)}.`,
        'Add a worker (npm run worker), or raise RUN_CONCURRENCY.',
      ),
    );
  if (queues.scheduleLatenessSeconds > LATE_SECONDS)
    found.push(
      finding(
        'error',
        'Schedules',
        `A schedule has been due for ${seconds(queues.scheduleLatenessSeconds)}.`,
        'Start a worker, or a server without WORKER=off, and look for errors in its log.',
      ),
    );
  if (queues.waitLatenessSeconds > LATE_SECONDS)
    found.push(
      finding(
        'error',
        'Waits',
        `${counted(queues.overdueWaits, 'run', 'runs')} should have continued ${seconds(queues.waitLatenessSeconds)} ago.`,
        'Start a worker, or a server without WORKER=off, and look for errors in its log.',
      ),
    );
  if (queues.deliveryLagSeconds > LATE_SECONDS)
    found.push(
      finding(
        'warning',
        'Deliveries',
        `The oldest of ${queues.deliveriesDue} due deliveries has waited for ${seconds(queues.deliveryLagSeconds)}.`,
        'Add a worker (npm run worker).',
      ),
    );
  return found;
}

function ofReceivers({ failingReceivers }: Read): Finding[] {
  if (failingReceivers.length === 0) return [];
  const message = `${counted(failingReceivers.length, 'webhook subscription fails', 'webhook subscriptions fail')}.`;
  return [finding('info', 'Webhooks', message, 'The workspaces’ admins see why under Webhooks.')];
}

function ofDatabase({ database }: Read): Finding[] {
  const { connections, maxConnections, isDurable, clockSkewSeconds } = database;
  const found: Finding[] = [];
  if (!isDurable)
    found.push(
      finding(
        'error',
        'Database',
        'fsync or full_page_writes is off: a power cut loses what was acknowledged.',
        'Enable both in postgresql.conf.',
      ),
    );
  if (connections > MOST_CONNECTIONS * maxConnections)
    found.push(
      finding(
        'warning',
        'Database',
        `${connections} of ${maxConnections} connections are in use.`,
        'Raise max_connections, or lower DATABASE_POOL_SIZE.',
      ),
    );
  if (Math.abs(clockSkewSeconds) > SKEW_SECONDS)
    found.push(
      finding(
        'warning',
        'Clock',
        `This machine’s clock is ${seconds(Math.abs(clockSkewSeconds))} ${clockSkewSeconds > 0 ? 'ahead of' : 'behind'} the database’s.`,
        'Set both by NTP.',
      ),
    );
  return found;
}

function ofDisk({ disk }: Read): Finding[] {
  if (disk === null || disk.totalBytes === 0) return [];
  const used = 1 - disk.freeBytes / disk.totalBytes;
  if (used < FULLER_DISK) return [];
  const message = `The disk of the data folder is ${Math.floor(used * 100)} % full.`;
  return [finding(used < FULL_DISK ? 'warning' : 'error', 'Disk', message, 'Add space before it is full.')];
}

function ofSettings(settings: Settings): Finding[] {
  const { protocol, hostname } = new URL(settings.NEXTAUTH_URL);
  const isPublic = hostname !== 'localhost' && hostname !== '127.0.0.1';
  const found: Finding[] = [];
  if (isPublic && protocol === 'http:')
    found.push(
      finding(
        'error',
        'Settings',
        `People sign in at ${settings.NEXTAUTH_URL}, unencrypted.`,
        'Put a proxy with TLS in front, and set NEXTAUTH_URL=https://….',
      ),
    );
  if (EVERYTHING.test(settings.OUTBOUND_ALLOW))
    found.push(
      finding(
        'warning',
        'Settings',
        'OUTBOUND_ALLOW opens every private address to workflows.',
        'Name the hosts and ranges that workflows need.',
      ),
    );
  if (settings.ENCRYPTION_KEY_PREVIOUS !== undefined)
    found.push(
      finding(
        'warning',
        'Settings',
        'ENCRYPTION_KEY_PREVIOUS is still set.',
        'Run npm run -s cli -- variables rotate, then remove it.',
      ),
    );
  if (settings.SMTP_URL === undefined)
    found.push(
      finding(
        'info',
        'Settings',
        'No e-mail is sent: invitations and alerts by e-mail don’t work.',
        'Set SMTP_URL if you want them.',
      ),
    );
  if (isPublic && settings.METRICS_TOKEN === undefined)
    found.push(
      finding(
        'info',
        'Settings',
        'Only this machine can read /metrics.',
        'Set METRICS_TOKEN if a scraper runs elsewhere.',
      ),
    );
  return found;
}

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;
const seconds = (value: number): string =>
  `${value < 10 ? Math.round(value * 10) / 10 : Math.round(value)} s`;
