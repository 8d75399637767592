import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { routes } from '@/lib/server/routes';
import { openApiDocument } from '@/lib/services/openapi/openapi';
import { sentEvents } from '@/lib/services/outgoing-webhooks/sent-event';

const FOLDER = path.resolve('packages/python');
const hasPython = spawnSync('python3', ['--version']).status === 0;
const LEAST_COMPARED = 20;

/** Prints the members of each shape, and those that are always there. */
const PROGRAM = `
import json
from millrace import types
print(json.dumps({name: {
    "members": sorted(getattr(types, name).__annotations__),
    "required": sorted(getattr(types, name).__required_keys__),
} for name in types.__all__ if name != "Instant"}))
`;

interface Schema {
  properties?: Record<string, unknown>;
  required?: string[];
}

test.skipIf(!hasPython)('each type has only what the API returns (skipped without python3)', () => {
  const env = { ...process.env, PYTHONPATH: 'src', PYTHONDONTWRITEBYTECODE: '1' };
  const { stdout, stderr } = spawnSync('python3', ['-c', PROGRAM], { cwd: FOLDER, env, encoding: 'utf8' });
  expect(stderr).toBe('');
  const types: Record<string, { members: string[]; required: string[] }> = JSON.parse(stdout);
  const document = openApiDocument(routes, 'http://localhost:3000', sentEvents);
  const schemas: Record<string, Schema> = JSON.parse(JSON.stringify(document.components.schemas));
  const compared = Object.keys(types).filter((name) => schemas[name]?.properties !== undefined);
  expect(compared.length).toBeGreaterThanOrEqual(LEAST_COMPARED);
  const wrong = compared.flatMap((name) => {
    const { properties = {}, required = [] } = schemas[name] ?? {};
    return [
      ...(types[name]?.members ?? []).filter((member) => !(member in properties)),
      ...(types[name]?.required ?? []).filter((member) => !required.includes(member)),
    ].map((member) => `${name}.${member}`);
  });
  expect(wrong).toEqual([]);
});
