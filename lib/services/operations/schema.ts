import { z } from 'zod';

const ServerProcess = z.object({
  id: z.string(),
  kind: z.string(),
  /** Null for a process of an older version, which doesn't say. */
  version: z.string().nullable(),
  host: z.string().nullable(),
  startedAt: z.string(),
  /** Seconds since its last heartbeat. */
  silentSeconds: z.number(),
});
export type ServerProcess = z.infer<typeof ServerProcess>;

/** Counts end at 100,000. */
const Queues = z.object({
  queued: z.number(),
  oldestQueuedSeconds: z.number(),
  running: z.number(),
  /** Of dead processes, and taken over by nobody. */
  stuck: z.number(),
  parked: z.number(),
  overdueWaits: z.number(),
  waitLatenessSeconds: z.number(),
  scheduleLatenessSeconds: z.number(),
  deliveriesDue: z.number(),
  deliveryLagSeconds: z.number(),
});
export type Queues = z.infer<typeof Queues>;

/** A webhook subscription whose last deliveries failed. Its URL is the workspace's own affair. */
const FailingReceiver = z.object({
  webhookId: z.string(),
  workspaceId: z.string(),
  failingSince: z.string(),
  failures: z.number().int(),
  reason: z.string().nullable(),
});
export type FailingReceiver = z.infer<typeof FailingReceiver>;

const TableSize = z.object({ name: z.string(), rows: z.number(), bytes: z.number() });

const Database = z.object({
  version: z.string(),
  bytes: z.number(),
  connections: z.number().int(),
  maxConnections: z.number().int(),
  /** Settings without which a power cut loses what was acknowledged. */
  isDurable: z.boolean(),
  /** Positive if this machine's clock is ahead. */
  clockSkewSeconds: z.number(),
  /** The largest first. */
  tables: z.array(TableSize),
});
export type Database = z.infer<typeof Database>;

/** The folder DATA_DIR; null where it can't be read. */
const Disk = z.object({ freeBytes: z.number(), totalBytes: z.number() });
export type Disk = z.infer<typeof Disk>;

const MaintenanceRun = z.object({
  name: z.string(),
  lastEndedAt: z.string().nullable(),
  lastFailedAt: z.string().nullable(),
});

export const FINDING_LEVELS = ['error', 'warning', 'info'] as const;
const Finding = z.object({
  level: z.enum(FINDING_LEVELS),
  subject: z.string(),
  /** What is the case. */
  message: z.string(),
  /** What to do. */
  action: z.string(),
});
export type Finding = z.infer<typeof Finding>;

/** The state of the installation, as one process sees it. */
export const Operations = z
  .object({
    version: z.string(),
    readAt: z.string(),
    findings: z.array(Finding),
    processes: z.array(ServerProcess),
    queues: Queues,
    failingReceivers: z.array(FailingReceiver),
    database: Database,
    disk: Disk.nullable(),
    /** Jobs of the process that answers. */
    maintenance: z.array(MaintenanceRun),
  })
  .meta({ id: 'Operations' });
export type Operations = z.infer<typeof Operations>;
