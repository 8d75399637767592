import { isatty } from 'node:tty';
import pino from 'pino';
import { type LogSettings, logSettings } from '../env';
import { processSingleton } from '../process-singleton';
import { type ErrorFields, errorFields } from './error-fields';
import { jsonLine, prettyLine } from './log-line';
import { createRepeatLimit, type RepeatLimit } from './repeat-limit';

type Level = 'debug' | 'info' | 'warn' | 'error';
type FieldValue = string | number | boolean | null | readonly string[];
type ShownFields = Record<string, FieldValue | ErrorFields>;

/** The details of an event. Foreign text belongs here and never into the message. */
export interface LogFields {
  requestId?: string | undefined;
  executionId?: string | undefined;
  deliveryId?: string | undefined;
  /** Logged by class, code and stack; the message is included only where it can't contain user input. */
  error?: unknown;
  time?: never;
  level?: never;
  message?: never;
  component?: never;
  [name: string]: unknown;
}

/**
 * Writes a log line. `message` is a constant: lines with the same one are of the same kind, and warnings
 * and errors of one kind are limited.
 */
export type WriteLog = (message: string, fields?: LogFields) => void;
export type Logger = Record<Level, WriteLog>;

/** The output of log lines: stdout, unless a command's own output goes there. */
interface Destination {
  fd: 1 | 2;
}

const MAX_TEXT_CHARACTERS = 4_000;

interface Line {
  level: Level;
  message: string;
  fields: ShownFields;
}

/** A line as it is written, for those who send it elsewhere too. */
export interface WrittenLine {
  level: Level;
  message: string;
  fields: Readonly<Record<string, FieldValue | ErrorFields>>;
}
type Listener = (line: WrittenLine) => void;

const listeners = (): Set<Listener> => processSingleton('log-listeners', () => new Set<Listener>());

/** Calls `listener` with each line of this process from now on. It may neither throw nor write a line itself. */
export function onLogLine(listener: Listener): void {
  listeners().add(listener);
}

const destination = (): Destination => processSingleton('log-destination', () => ({ fd: 1 }));

/** Sends the log to stderr, for commands whose stdout people pipe. Call it before the first line. */
export function logToStderr(): void {
  destination().fd = 2;
}

/**
 * Returns the log of one component of the code, for example `logger('webhooks').warn('…', {deliveryId})`.
 * Lines are written synchronously, so that a crash loses none.
 */
export function logger(component: string): Logger {
  const at =
    (level: Level): WriteLog =>
    (message, fields = {}) =>
      writer()(component, level, message, fields);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

type Writer = (component: string, level: Level, message: string, fields: LogFields) => void;

const writer = (): Writer =>
  processSingleton('log-writer', () => {
    const { fd } = destination();
    const out = pino.destination({ fd, sync: true });
    // A closed terminal: nobody can read the log any more, and what runs must still end in order.
    out.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EIO') throw error;
      out.write = () => true;
      out.flushSync = () => undefined;
    });
    return createLogWriter(logSettings(), isatty(fd), (text) => void out.write(text));
  });

/** Creates a log writer; `write` gets whole lines. */
export function createLogWriter(
  { LOG_LEVEL, LOG_FORMAT, NO_COLOR }: LogSettings,
  isTerminal: boolean,
  write: (text: string) => void,
): Writer {
  const pretty = LOG_FORMAT === 'pretty' || (LOG_FORMAT === 'auto' && isTerminal);
  const colours = isTerminal && NO_COLOR === undefined;
  const root = pino(
    {
      level: LOG_LEVEL,
      base: null,
      messageKey: 'message',
      errorKey: 'error',
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
      serializers: { error: (fields: unknown) => fields }, // they are plain fields already
    },
    { write: (json: string) => write(pretty ? prettyLine(json, colours) : jsonLine(json)) },
  );
  const emit = (line: Line): void => {
    root[line.level](line.fields, line.message);
    for (const listener of listeners()) listener(line);
  };
  const limit: RepeatLimit<Line> = createRepeatLimit(emit, ({ line, count, ids }) =>
    emit({ ...line, fields: { ...line.fields, repeated: count, ...(ids.length > 0 ? { ids } : {}) } }),
  );
  process.once('exit', () => limit.flush());

  return (component, level, message, given) => {
    if (!root.isLevelEnabled(level)) return;
    const fields = loggable(component, given);
    if (level === 'info' || level === 'debug') return emit({ level, message, fields });
    const { type = '', code = '' } = (fields.error as ErrorFields | undefined) ?? {};
    const about = given.executionId ?? given.deliveryId ?? given.requestId;
    limit.offer(`${level} ${component} ${message} ${type} ${code}`, { level, message, fields }, about);
  };
}

function loggable(component: string, fields: LogFields): ShownFields {
  const shown: ShownFields = { component };
  for (const [name, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    shown[name] = name === 'error' ? errorFields(value) : shortened(value);
  }
  return shown;
}

function shortened(value: unknown): FieldValue {
  if (typeof value === 'string') return value.slice(0, MAX_TEXT_CHARACTERS);
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value;
  const json = JSON.stringify(value) ?? String(value);
  return json.length <= MAX_TEXT_CHARACTERS && Array.isArray(value)
    ? value.map(String)
    : json.slice(0, MAX_TEXT_CHARACTERS);
}
