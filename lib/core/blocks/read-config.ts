import { z } from 'zod';
import { issueWords } from '../../platform/text/issue-words';
import type { BlockDefinition } from './block';
import { cutLists } from './cut-lists';
import { unreadKeys } from './unread-keys';

export interface ConfigIssue {
  /** Key of the config, if one is at fault. */
  field?: string;
  /** The path of the fault: `headers.1.key`. */
  path?: string;
  message: string;
}

export interface ReadConfig {
  /** Complete: defaults replace values that are missing or wrong. For `ports`, `outputs` and `summary`. */
  config: unknown;
  /** Values that are wrong, in words for people. */
  issues: ConfigIssue[];
  /** Keys unknown to this block; those inside a value by their path, as `unreadKeys` returns it. */
  unknownKeys: string[];
}

/** The most issues that are reported. */
const MOST_TOLD = 100;

/** Reads an authored config; never throws, so that a half-filled block can still be drawn. */
export function readConfig(definition: BlockDefinition, given: Record<string, unknown>): ReadConfig {
  const shape = definition.config instanceof z.ZodObject ? definition.config.shape : null;
  const authored = cutLists(definition.config, given) as Record<string, unknown>;
  const parsed = definition.config.safeParse(authored);
  const config = parsed.success ? parsed.data : shape ? readEachKey(shape, authored) : authored;
  const wrong = parsed.error?.issues.slice(0, MOST_TOLD) ?? [];
  const issues = wrong.map((issue) => toConfigIssue(definition, issue));
  return { config, issues, unknownKeys: shape ? unknownKeysIn(shape, authored, config) : [] };
}

function unknownKeysIn(
  shape: z.core.$ZodShape,
  authored: Record<string, unknown>,
  config: unknown,
): string[] {
  const read = config as Record<string, unknown>;
  const unknown: string[] = [];
  for (const key in authored) {
    if (unknown.length >= MOST_TOLD) break;
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (schema === undefined) unknown.push(key);
    else unknown.push(...unreadKeys(schema, authored[key], read[key], key).slice(0, MOST_TOLD));
  }
  return unknown;
}

function readEachKey(shape: z.core.$ZodShape, authored: Record<string, unknown>): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(shape)) {
    const given = z.safeParse(schema, authored[key]);
    config[key] = given.success ? given.data : z.safeParse(schema, undefined).data;
  }
  return config;
}

function toConfigIssue(definition: BlockDefinition, issue: z.core.$ZodIssue): ConfigIssue {
  const [key, index] = issue.path;
  const words = issueWords(issue);
  if (typeof key !== 'string') return { message: words };
  const label = definition.fields.find(({ name }) => name === key)?.label ?? key;
  const row = typeof index === 'number' ? `, row ${index + 1}` : '';
  return { field: key, path: issue.path.map(String).join('.'), message: `${label}${row}: ${words}` };
}
