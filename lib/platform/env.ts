import { availableParallelism } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { z } from 'zod';
import { explainBadAllowList } from './addresses/allow-list';
import { parseTrustedProxies } from './addresses/client-address';

const WORKER_MODES = ['inline', 'off'] as const;

const EncryptionKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64');

/**
 * A run with large values for each core, and one that waits; at most as much again as V8 gives the process
 * itself. More at once take memory from everything else and are no faster.
 */
const RUN_MEMORY_MB = Math.min(
  Math.floor(getHeapStatistics().heap_size_limit / 1024 / 1024),
  384 * (availableParallelism() + 1),
);

const LOG_SETTINGS = {
  LOG_FORMAT: z.enum(['auto', 'json', 'pretty']).default('auto'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** https://no-color.org */
  NO_COLOR: z.string().optional(),
};

const Settings = z.object({
  ...LOG_SETTINGS,
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgresql://'),
  /** Connections for everything but reading logs, at most; see docs/database.md. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(500).default(20),
  DATABASE_LOGS_POOL_SIZE: z.coerce.number().int().min(1).max(500).default(8),
  ENCRYPTION_KEY: EncryptionKey,
  /** While keys are changed: what the old one encrypted can still be read. */
  ENCRYPTION_KEY_PREVIOUS: EncryptionKey.optional(),
  NEXTAUTH_SECRET: z.string().min(16, 'must have at least 16 characters'),
  NEXTAUTH_URL: z.url().default('http://localhost:3000'),
  /** An origin of their own for what authors answer to webhooks, and for chat pages. */
  ANSWERS_URL: z.url({ protocol: /^https?$/, error: 'must be like https://answers.example.net' }).optional(),
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .superRefine((text, context) => {
      const problem = explainBadAllowList(text);
      if (problem !== null) context.addIssue({ code: 'custom', message: `is invalid: ${problem}` });
    }),
  /** Of responses to requests that go out: status line and headers, at most. */
  OUTBOUND_HEADERS_KB: z.coerce.number().int().min(8).max(1_024).default(64),
  /** Whose `X-Forwarded-For` is believed. */
  TRUST_PROXY: z
    .string()
    .default('')
    .transform((text, context) => {
      try {
        return parseTrustedProxies(text);
      } catch (error) {
        context.addIssue({ code: 'custom', message: (error as Error).message });
        return z.NEVER;
      }
    }),
  /**
   * How long a stop waits for what is under way. The longest block may take 600 s; then its end has to be
   * recorded.
   */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(86_400).default(620),
  WORKER: z.enum(WORKER_MODES).default('inline'),
  /** A process whose event loop stands still for longer is ended, and started again; 0: none is. */
  LOOP_LIMIT_SECONDS: z.coerce.number().int().min(0).max(3_600).default(5),
  /** For tests of that alone: requests of runs to certain paths never let go of the event loop. */
  TEST_HANG: z.literal('1').optional(),
  RUN_CONCURRENCY: z.coerce.number().int().min(1).max(10_000).default(64),
  RUN_MEMORY_MB: z.coerce.number().int().min(1).default(RUN_MEMORY_MB),
  /** Files of its runs that a workspace keeps, at most. */
  WORKSPACE_FILES_MB: z.coerce.number().int().min(0).default(10_240),
  /** What request bodies may take of the memory of one process. */
  BODY_MEMORY_MB: z.coerce.number().int().min(16).default(192),
  /** Of its disk, for large ones while they arrive. */
  BODY_DISK_MB: z.coerce.number().int().min(0).default(2_048),
  /** A body that arrives more slowly is ended; 0: none is. */
  BODY_MIN_BYTES_PER_SECOND: z.coerce.number().int().min(0).default(1_024),
  /** Where the folder for large bodies is made; the system's for temporary files unless given. */
  BODY_FOLDER: z.string().optional(),
  /** For commands that take a password: not shown in the list of processes, as `--password` is. */
  MILLRACE_PASSWORD: z.string().optional(),
  /** Lets scrapers in from other machines; longer than what can be guessed. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** Where a worker answers for its health and its metrics; none without it. */
  WORKER_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** The server that sends e-mail, with its login; none is sent without it. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be like smtp://user:password@host:587 or smtps://…' })
    .optional(),
  /** Who e-mail is from. */
  SMTP_FROM: z.string().min(3).default('Millrace <millrace@localhost>'),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
});
const Env = Settings.superRefine(({ ANSWERS_URL, NEXTAUTH_URL }, context) => {
  if (ANSWERS_URL === undefined) return;
  const answers = new URL(ANSWERS_URL);
  const say = (message: string) => context.addIssue({ code: 'custom', path: ['ANSWERS_URL'], message });
  // Cookies are of a host, whatever its port.
  if (answers.hostname === new URL(NEXTAUTH_URL).hostname)
    say(
      'must have another host name than NEXTAUTH_URL: browsers send the cookies of a host to all its ports',
    );
  if (answers.href !== `${answers.origin}/`) say('must be an origin alone, like https://answers.example.net');
});
export type Env = z.infer<typeof Env>;

const LogSettings = z.object(LOG_SETTINGS);
export type LogSettings = z.infer<typeof LogSettings>;

/** The logger's settings, which are read even when others are invalid, so that this can be logged. */
export function logSettings(): LogSettings {
  const result = LogSettings.safeParse(given());
  return result.success ? result.data : LogSettings.parse({});
}

const SyncSettings = z.object({
  MILLRACE_API_KEY: z.string('MILLRACE_API_KEY must hold an API key of the workspace'),
  /** Where npm was typed. */
  INIT_CWD: z.string().default(''),
});

/**
 * What `cli -- pull` and `push` need: they ask a server, so no database is configured where they run. @throws
 * Error in a sentence
 */
export function syncSettings(): z.infer<typeof SyncSettings> {
  const result = SyncSettings.safeParse(given());
  if (result.success) return result.data;
  throw new Error(`${result.error.issues[0]?.message}.`);
}

let parsed: Env | undefined;

/**
 * The environment, read and checked once, at first use. @throws Error naming each bad setting in a sentence
 */
export function env(): Env {
  if (parsed !== undefined) return parsed;
  const result = Env.safeParse(given());
  if (!result.success) {
    const words = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new Error(`The configuration is invalid: ${words.join('; ')}.`);
  }
  parsed = result.data;
  return parsed;
}

/** An empty setting is none. */
function given(): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(process.env).filter(([, value]) => value !== ''));
}
