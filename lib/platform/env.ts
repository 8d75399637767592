import { availableParallelism } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import { z } from 'zod';
import { readUrl } from '@/lib/platform/read-url';
import { explainBadAllowList } from './addresses/allow-list';
import { parseTrustedProxies } from './addresses/client-address';
import { explainBadProxy } from './addresses/operator-proxy';

const WORKER_MODES = ['inline', 'off'] as const;
const PLANS = ['free', 'pro', 'team', 'enterprise'] as const;

const TRACED_HOST = /^[a-z0-9._-]{1,253}(?::[0-9]{1,5})?$/;

const isOriginAlone = (text: string): boolean => {
  const url = readUrl(text);
  return url !== null && url.href === `${url.origin}/`;
};

const EncryptionKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64');

/**
 * Memory for one run with large values per core and one waiting run, at most the heap limit of this
 * process. More in parallel would take memory from everything else without being faster.
 */
const RUN_MEMORY_MB = Math.min(
  Math.floor(getHeapStatistics().heap_size_limit / 1024 / 1024),
  384 * (availableParallelism() + 1),
);

/** A whole number in plain digits. An empty setting counts as unset, so it never arrives here. */
const wholeNumber = (least: number, most?: number) => {
  const range = most === undefined ? `, at least ${least}` : ` from ${least} to ${most}`;
  const words = `must be a whole number${range}`;
  return z
    .string(words)
    .trim()
    .regex(/^\d{1,15}$/, words)
    .transform(Number)
    .refine((number) => number >= least && number <= (most ?? Number.MAX_SAFE_INTEGER), words);
};

const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be one of ${values.join(', ')}`);

const LOG_SETTINGS = {
  LOG_FORMAT: oneOf(['auto', 'json', 'pretty']).default('auto'),
  LOG_LEVEL: oneOf(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  /** https://no-color.org */
  NO_COLOR: z.string().optional(),
};

const Settings = z.object({
  ...LOG_SETTINGS,
  /** `1`: the log has a line for each request, as an access log of a proxy has. */
  ACCESS_LOG: oneOf(['0', '1']).default('0'),
  NODE_ENV: oneOf(['production', 'development', 'test']).default('production'),
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** The data folder, which the start scripts name. */
  DATA_DIR: z.string().optional(),
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must start with postgresql://'),
  /** The maximum number of connections for everything but reading logs; see docs/database.md. */
  DATABASE_POOL_SIZE: wholeNumber(2, 500).default(20),
  DATABASE_LOGS_POOL_SIZE: wholeNumber(1, 500).default(8),
  ENCRYPTION_KEY: EncryptionKey,
  /** The old key while keys are being changed: data encrypted with it can still be read. */
  ENCRYPTION_KEY_PREVIOUS: EncryptionKey.optional(),
  NEXTAUTH_SECRET: z.string().min(16, 'must have at least 16 characters'),
  NEXTAUTH_URL: z
    .url({ protocol: /^https?$/, error: 'must be like https://millrace.example.com' })
    .refine(isOriginAlone, 'must be an origin alone, like https://millrace.example.com: no path is served')
    .default('http://localhost:3000'),
  /** A separate origin for authors' responses to webhooks, and for chat pages. */
  ANSWERS_URL: z.url({ protocol: /^https?$/, error: 'must be like https://answers.example.net' }).optional(),
  OUTBOUND_ALLOW: z
    .string()
    .default('')
    .superRefine((text, context) => {
      const problem = explainBadAllowList(text);
      if (problem !== null) context.addIssue({ code: 'custom', message: `is invalid: ${problem}` });
    }),
  /** What the proxy of HTTP_PROXY or HTTPS_PROXY is asked to connect to. */
  OUTBOUND_PROXY_TARGET: oneOf(['address', 'name']).default('address'),
  /** The hosts that API blocks send a `traceparent` to, so that their spans join the run's trace. */
  OUTBOUND_TRACEPARENT: z
    .string()
    .default('')
    .transform((text, context) => {
      const hosts = text
        .split(',')
        .flatMap((host) => (host.trim() === '' ? [] : [host.trim().toLowerCase()]));
      for (const host of hosts)
        if (!TRACED_HOST.test(host))
          context.addIssue({
            code: 'custom',
            message: 'must be like "orders.internal, api.example.com:8443"',
          });
      return hosts;
    }),
  /** The maximum size of the status line and headers of outbound responses. */
  OUTBOUND_HEADERS_KB: wholeNumber(8, 1_024).default(64),
  /** The proxies whose `X-Forwarded-For` is trusted. */
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
   * Seconds that a shutdown waits for work in progress. The longest block may take 600 s; after that its
   * end has to be recorded.
   */
  DRAIN_SECONDS: wholeNumber(0, 86_400).default(620),
  /**
   * Seconds that a shutdown still accepts connections while it already reports not to be ready, for load balancers
   * that take a while to notice.
   */
  LEAVE_SECONDS: wholeNumber(0, 3_600).default(0),
  WORKER: oneOf(WORKER_MODES).default('inline'),
  /** A process whose event loop is blocked for longer is killed and restarted; 0 disables this. */
  LOOP_LIMIT_SECONDS: wholeNumber(0, 3_600).default(5),
  /** For tests of the loop limit only: requests of runs to certain paths block the event loop forever. */
  TEST_HANG: z.literal('1').optional(),
  /** `on`: a client of the MCP endpoint that cancels a call ends its run. */
  MCP_CANCEL: oneOf(['on', 'off']).default('off'),
  RUN_CONCURRENCY: wholeNumber(1, 10_000).default(64),
  RUN_MEMORY_MB: wholeNumber(1).default(RUN_MEMORY_MB),
  /** The maximum size of the run files that a workspace keeps. */
  WORKSPACE_FILES_MB: wholeNumber(0).default(10_240),
  /** The memory that request bodies may use in one process. */
  BODY_MEMORY_MB: wholeNumber(16).default(192),
  /** The disk space for large bodies while they arrive. */
  BODY_DISK_MB: wholeNumber(0).default(2_048),
  /** A body that arrives more slowly is aborted; 0 disables this. */
  BODY_MIN_BYTES_PER_SECOND: wholeNumber(0).default(1_024),
  /** The parent of the folder for large bodies; the system's temporary folder by default. */
  BODY_FOLDER: z.string().optional(),
  /** For commands that take a password: unlike `--password`, it does not show up in the process list. */
  MILLRACE_PASSWORD: z.string().optional(),
  /** Lets scrapers on other machines in; long enough that it can't be guessed. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  /** The port where a worker serves its health and its metrics; without it, it serves neither. */
  WORKER_PORT: wholeNumber(1, 65_535).optional(),
  /** The server that sends e-mail, with its login; without it no e-mail is sent. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be like smtp://user:password@host:587 or smtps://…' })
    .optional(),
  /** The sender of e-mail. */
  SMTP_FROM: z.string().min(3).default('Millrace <millrace@localhost>'),
  /** The plan of new accounts; unset, people who join in the browser and commands have different ones. */
  DEFAULT_PLAN: oneOf(PLANS).optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
});

/** Settings that mean nothing without each other. */
const PAIRS = [
  ['GITHUB_CLIENT_ID', 'GITHUB_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
] as const;

const Env = Settings.superRefine((settings, context) => {
  const { ANSWERS_URL, NEXTAUTH_URL } = settings;
  for (const [one, other] of PAIRS) {
    if ((settings[one] === undefined) === (settings[other] === undefined)) continue;
    const [given, missing] = settings[one] === undefined ? [other, one] : [one, other];
    context.addIssue({
      code: 'custom',
      path: [missing],
      message: `is missing, and ${given} needs it: set both or neither`,
    });
  }
  const badProxy = explainBadProxy();
  if (badProxy !== null)
    context.addIssue({
      code: 'custom',
      path: ['The proxy of HTTP_PROXY, HTTPS_PROXY or ALL_PROXY'],
      message: badProxy,
    });
  if (ANSWERS_URL === undefined) return;
  const answers = new URL(ANSWERS_URL);
  const say = (message: string) => context.addIssue({ code: 'custom', path: ['ANSWERS_URL'], message });
  // Cookies belong to a host, regardless of its port.
  if (answers.hostname === new URL(NEXTAUTH_URL).hostname)
    say(
      'must have another host name than NEXTAUTH_URL: browsers send the cookies of a host to all its ports',
    );
  if (!isOriginAlone(ANSWERS_URL)) say('must be an origin alone, like https://answers.example.net');
});
export type Env = z.infer<typeof Env>;

const LogSettings = z.object(LOG_SETTINGS);
export type LogSettings = z.infer<typeof LogSettings>;

/** Returns the logger's settings, read even when others are invalid, so that the error can be logged. */
export function logSettings(): LogSettings {
  const result = LogSettings.safeParse(given());
  return result.success ? result.data : LogSettings.parse({});
}

const SyncSettings = z.object({
  MILLRACE_API_KEY: z.string('MILLRACE_API_KEY must hold an API key of the workspace'),
  /** The folder where npm was called. */
  INIT_CWD: z.string().default(''),
});

/**
 * Returns the settings of the commands that call a server (`pull`, `push`, `hold` and others), so that no
 * database is configured where they run. @throws Error in a sentence
 */
export function syncSettings(): z.infer<typeof SyncSettings> {
  const result = SyncSettings.safeParse(given());
  if (result.success) return result.data;
  throw new Error(`${result.error.issues[0]?.message}.`);
}

/** Returns the folder where npm was called, for commands that need no other setting; empty: the current one. */
export const calledFrom = (): string => SyncSettings.shape.INIT_CWD.parse(given().INIT_CWD);

/**
 * Returns what is wrong with these settings, a sentence each; none if a process can start with them. The supervisor
 * calls it before anything is written.
 */
export function explainSettings(settings: Readonly<Record<string, string | undefined>>): string[] {
  const result = Env.safeParse(withoutEmpty(settings));
  return result.success ? [] : problemsOf(result.error).map((problem) => `${problem}.`);
}

/** A setting that is missing has no other words. */
const problemsOf = ({ issues }: z.ZodError): string[] =>
  issues.map(({ path, message, code }) => {
    const isMissing = code === 'invalid_type' && message.endsWith('received undefined');
    return `${path.join('.')} ${isMissing ? 'is not set' : message}`;
  });

let parsed: Env | undefined;

/**
 * Returns the environment, parsed and checked once, at first use. @throws Error naming each bad setting in
 * a sentence
 */
export function env(): Env {
  if (parsed !== undefined) return parsed;
  const result = Env.safeParse(given());
  if (!result.success) {
    throw new Error(`The configuration is invalid: ${problemsOf(result.error).join('; ')}.`);
  }
  parsed = result.data;
  return parsed;
}

const given = (): Record<string, string | undefined> => withoutEmpty(process.env);

/** Returns the variable that somebody names on the command line or in a file; undefined if it is not set. */
export const namedVariable = (name: string): string | undefined => given()[name];

/** Returns OpenTelemetry's own variables, which `telemetry/settings.ts` reads once a collector is named. */
export const otelVariables = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given()).flatMap(([name, value]) =>
      name.startsWith('OTEL_') && value !== undefined ? [[name, value]] : [],
    ),
  );

/** An empty setting counts as unset. */
function withoutEmpty(settings: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== ''));
}
