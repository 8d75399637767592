import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import endpointsForBrowser from './lib/endpoints-for-browser.cjs';
import { inProject, PROJECT_ROOT } from './lib/project.mjs';

const endpointFiles = execFileSync('git', ['ls-files', 'lib/services/*/endpoints.ts'], {
  cwd: PROJECT_ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n');

/** Bundles a module of endpoints for browsers; returns its exports and the files it took. */
async function bundled(file: string) {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: endpointsForBrowser(readFileSync(inProject(file), 'utf8')),
      resolveDir: inProject(file, '..'),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    logLevel: 'silent',
  });
  const url = `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`;
  return { exported: await import(url), files: Object.keys(metafile.inputs) };
}

test.each(endpointFiles)('browsers get what calling takes of %s, and no schema', async (file) => {
  const { exported, files } = await bundled(file);
  const whole = await import(inProject(file));
  const calls = Object.entries<Record<string, unknown>>(whole).flatMap(([name, one]) =>
    name.endsWith('Endpoint') ? [[name, { id: one.id, method: one.method, path: one.path }]] : [],
  );
  expect(calls.length).toBeGreaterThan(0);
  expect(exported).toMatchObject(Object.fromEntries(calls));
  expect(files.filter((name) => /zod|schema/.test(name))).toEqual([]);
});
