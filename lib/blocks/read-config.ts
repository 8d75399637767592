import { z } from 'zod';
import type { BlockDefinition } from './block';

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
  /** Keys that mean nothing to this block. */
  unknownKeys: string[];
}

/** Reads an authored config; never throws, so that a half-filled block can still be drawn. */
export function readConfig(definition: BlockDefinition, authored: Record<string, unknown>): ReadConfig {
  const shape = definition.config instanceof z.ZodObject ? definition.config.shape : null;
  const unknownKeys = shape ? Object.keys(authored).filter((key) => !Object.hasOwn(shape, key)) : [];
  const parsed = definition.config.safeParse(authored);
  if (parsed.success) return { config: parsed.data, issues: [], unknownKeys };
  return {
    config: shape ? readEachKey(shape, authored) : authored,
    issues: parsed.error.issues.map((issue) => wordsOf(definition, issue)),
    unknownKeys,
  };
}

function readEachKey(shape: z.core.$ZodShape, authored: Record<string, unknown>): Record<string, unknown> {
  const config: Record<string, unknown> = {};
  for (const [key, schema] of Object.entries(shape)) {
    const given = z.safeParse(schema, authored[key]);
    config[key] = given.success ? given.data : z.safeParse(schema, undefined).data;
  }
  return config;
}

function wordsOf(definition: BlockDefinition, issue: z.core.$ZodIssue): ConfigIssue {
  const [key, index] = issue.path;
  if (typeof key !== 'string') return { message: issue.message };
  const label = definition.fields.find(({ name }) => name === key)?.label ?? key;
  const row = typeof index === 'number' ? `, row ${index + 1}` : '';
  return { field: key, message: `${label}${row}: ${issue.message}` };
}
