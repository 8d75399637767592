import { z } from 'zod';
import type { BlockDefinition } from './block';
import { unreadKeys } from './unread-keys';

export interface ConfigIssue {
  /** Key of the config, where one is at fault. */
  field?: string;
  message: string;
}

export interface ReadConfig {
  /** Complete: defaults stand where a value is left out or wrong. For `ports`, `outputs` and `summary`. */
  config: unknown;
  /** Values that are wrong, in people's words. */
  issues: ConfigIssue[];
  /** Keys that mean nothing to this block; those inside a value by their path, as `unreadKeys` gives it. */
  unknownKeys: string[];
}

/** Reads an authored config; never throws, so that a half-filled block can still be drawn. */
export function readConfig(definition: BlockDefinition, authored: Record<string, unknown>): ReadConfig {
  const shape = definition.config instanceof z.ZodObject ? definition.config.shape : null;
  const parsed = definition.config.safeParse(authored);
  const config = parsed.success ? parsed.data : shape ? readEachKey(shape, authored) : authored;
  const issues = parsed.error?.issues.map((issue) => toConfigIssue(definition, issue)) ?? [];
  return { config, issues, unknownKeys: shape ? unknownKeysIn(shape, authored, config) : [] };
}

function unknownKeysIn(
  shape: z.core.$ZodShape,
  authored: Record<string, unknown>,
  config: unknown,
): string[] {
  const read = config as Record<string, unknown>;
  return Object.entries(authored).flatMap(([key, value]) => {
    const schema = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return schema === undefined ? [key] : unreadKeys(schema, value, read[key], key);
  });
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
  if (typeof key !== 'string') return { message: issue.message };
  const label = definition.fields.find(({ name }) => name === key)?.label ?? key;
  const row = typeof index === 'number' ? `, row ${index + 1}` : '';
  return { field: key, message: `${label}${row}: ${issue.message}` };
}
