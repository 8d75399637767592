import fs from 'node:fs';
import path from 'node:path';
import { CORE_SCHEMA, load, loadAll, mergeTag } from 'js-yaml';
import { Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { maxBodyBytesOf } from '../lib/platform/http/handle';
import { registerDatabaseGauges } from '../lib/platform/metrics/database-gauges';
import { metrics } from '../lib/platform/metrics/metrics';
import { MAX_HEADER_BYTES } from '../lib/server/http-server';
import { formerRoutes, routes } from '../lib/server/routes';
import { PROJECT_ROOT } from './lib/project.mjs';
import { SECRETS } from './lib/secret-files.mjs';

const read = (file: string) => fs.readFileSync(path.join(PROJECT_ROOT, file), 'utf8');

const FILES = fs
  .readdirSync(path.join(PROJECT_ROOT, 'deploy'), { recursive: true, encoding: 'utf8' })
  .map((name) => `deploy/${name}`)
  .filter((file) => fs.statSync(path.join(PROJECT_ROOT, file)).isFile());

const parseYaml = (text: string) => loadAll(text, { schema: CORE_SCHEMA.withTags(mergeTag) });

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

/** Parts of a histogram have names of their own. */
const PART_OF_HISTOGRAM = /_(?:bucket|count|sum)$/;

function metricNames(): Set<string> {
  const own = metrics();
  own.watchBodies(() => ({ memory: 0, disk: 0, work: 0 }));
  own.watchSandbox(() => 0);
  const ofDatabase = new Registry();
  registerDatabaseGauges(ofDatabase);
  return new Set(
    [own.registry, ofDatabase].flatMap((one) => one.getMetricsAsArray().map(({ name }) => name)),
  );
}

test('every metric that rules, the dashboard and the autoscaler name is one of ours', () => {
  const known = metricNames();
  const named = [
    'deploy/prometheus/rules.yml',
    'deploy/grafana/dashboard.json',
    'deploy/kubernetes/autoscaling.yaml',
  ].flatMap((file) => matches(read(file), /\b((?:millrace|nodejs|process)_[a-z0-9_]+)\b/g));
  expect(new Set(named).size).toBeGreaterThan(20);
  const isKnown = (name: string) => known.has(name) || known.has(name.replace(PART_OF_HISTOGRAM, ''));
  expect(named.filter((name) => !isKnown(name))).toEqual([]);
});

/** Settings of other programs, and what compose.yaml itself asks for. */
const OF_OTHERS = [
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD_FILE',
  'MILLRACE_HOST',
  'NODE_ENV',
  'AF_INET',
  'AF_INET6',
  'AF_UNIX',
  'AF_NETLINK',
];

function settings(): Set<string> {
  const inScripts = fs
    .readdirSync(path.join(PROJECT_ROOT, 'scripts/lib'))
    .filter((name) => /(?<!\.test)\.mjs$/.test(name))
    .flatMap((name) => matches(read(`scripts/lib/${name}`), /\bsetting\('([A-Z_]+)'\)/g));
  const inEnv = matches(read('lib/platform/env.ts'), /^ {2}([A-Z][A-Z0-9_]+):/gm);
  return new Set([...inEnv, ...inScripts, ...SECRETS.flatMap((name) => [name, `${name}_FILE`])]);
}

test('every setting that a file of deploy/ names exists', () => {
  const known = settings();
  const named = FILES.flatMap((file) =>
    matches(read(file), /(?<![\w/.])([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w/.])/g).map((name) => ({
      file,
      name,
    })),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ name }) => !known.has(name) && !OF_OTHERS.includes(name))).toEqual([]);
});

test('YAML and JSON are well-formed, and every query of the dashboard has its data source', () => {
  const yaml = FILES.filter((file) => /\.ya?ml$/.test(file));
  expect(yaml.length).toBeGreaterThanOrEqual(8);
  for (const file of yaml) expect(parseYaml(read(file)), file).not.toEqual([]);
  const dashboard = JSON.parse(read('deploy/grafana/dashboard.json'));
  const ids = dashboard.panels.map(({ id }: { id: number }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  const charts = dashboard.panels.filter(({ type }: { type: string }) => type !== 'row');
  // biome-ignore lint/suspicious/noTemplateCurlyInString: Grafana puts the chosen one in its place.
  for (const { title, targets } of charts) expect(targets[0].datasource.uid, title).toBe('${datasource}');
});

test('containers run the version of this package', () => {
  const { version } = JSON.parse(read('package.json'));
  const tags = FILES.flatMap((file) => matches(read(file), /\bmillrace:(\d[\w.-]*)/g));
  expect(tags.length).toBeGreaterThanOrEqual(5);
  expect(new Set(tags)).toEqual(new Set([version]));
});

/** DRAIN_SECONDS by default, and what the supervisor and the process may take beside it. */
const LONGEST_STOP_SECONDS = 620 + 15;

interface Compose {
  services: Record<string, { image: string; stop_grace_period: string }>;
}

test('whoever stops Millrace waits until it has drained', () => {
  const compose = load(read('deploy/compose.yaml'), { schema: CORE_SCHEMA.withTags(mergeTag) }) as Compose;
  const ofCompose = ['web', 'worker', 'caddy'].map((name) => compose.services[name]!.stop_grace_period);
  const others = FILES.flatMap((file) =>
    matches(read(file), /^ *(?:terminationGracePeriodSeconds: |TimeoutStopSec=)(\d+)$/gm),
  );
  expect(others).toHaveLength(4);
  for (const seconds of [...ofCompose, ...others].map((text) => Number.parseInt(text, 10)))
    expect(seconds).toBeGreaterThan(LONGEST_STOP_SECONDS);
});

test('proxies let through what Millrace takes', () => {
  const largest = Math.max(...[...routes, ...formerRoutes].map(({ endpoint }) => maxBodyBytesOf(endpoint)));
  const limits = [
    /client_max_body_size (\d+)m;/.exec(read('deploy/nginx.conf')),
    /max_size (\d+)MiB/.exec(read('deploy/Caddyfile')),
    /proxy-body-size: (\d+)m/.exec(read('deploy/kubernetes/ingress.yaml')),
  ];
  for (const limit of limits) expect(Number(limit?.[1]) * 1024 * 1024).toBeGreaterThanOrEqual(largest);
  const headers = /large_client_header_buffers \d+ (\d+)k;/.exec(read('deploy/nginx.conf'));
  expect(Number(headers?.[1]) * 1024).toBeGreaterThanOrEqual(MAX_HEADER_BYTES);
});
