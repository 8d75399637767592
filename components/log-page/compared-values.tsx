'use client';

import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { LoadFailure } from '@/components/page/load-failure';
import { Button } from '@/components/ui/button';
import { formatBytes } from '@/components/ui/format-quantity';
import { Skeleton } from '@/components/ui/skeleton';
import { isShortened, type ShortenedValue } from '@/lib/core/blocks/shortened-value';
import { isCut } from '@/lib/core/replay/compare-spans';
import { isJsonObject } from '@/lib/platform/text/exact-number';
import { writeJson } from '@/lib/platform/text/json-text';
import { OUTPUT_PATH, wholeLogPath, wholeOutputQuery } from '../logs/log-queries';
import { MAX_SHOWN_BYTES } from '../logs/whole-value';
import { wholeValuePath, wholeValueQuery } from '../logs/whole-value-query';
import { RemoteChanges } from '../page/remote-changes';
import { ValueChanges } from '../page/value-changes';
import type { DifferingSide } from '../page/value-differences.worker';

export interface ComparedSide {
  value: unknown;
  logId: string;
}

interface ComparedValuesProps {
  before: ComparedSide;
  after: ComparedSide;
  /** The text to show if nothing differs. */
  same: string;
}

/** The differences between two values of spans; shortened values are loaded for the comparison. */
export function ComparedValues({ before, after, same }: ComparedValuesProps) {
  const names = new Set([...membersOf(before.value), ...membersOf(after.value)]);
  const cut = [...names].filter((name) => {
    const [was, is] = [memberOf(before, name), memberOf(after, name)];
    return (isCut(was) || isCut(is)) && !isSameFile(was, is);
  });
  if (cut.length === 0) return <ValueChanges before={before.value} after={after.value} same={same} />;
  const isAll = cut.includes('');
  return (
    <div className="flex flex-col gap-2">
      {isAll ? null : (
        <ValueChanges
          before={without(before.value, cut)}
          after={without(after.value, cut)}
          same={`Apart from ${cut.join(', ')}: the same.`}
        />
      )}
      {(isAll ? [''] : cut).map((name) => (
        <LargeMember key={name} name={name} before={before} after={after} same={same} />
      ))}
    </div>
  );
}

/** Returns a member of a value; the value itself has the empty name. */
const memberOf = ({ value }: ComparedSide, name: string): unknown =>
  name === '' ? value : isJsonObject(value) ? value[name] : undefined;

/** True if both are the same file: a file's id is the hash of its content. */
const isSameFile = (was: unknown, is: unknown): boolean =>
  isShortened(was) && isShortened(is) && typeof was.fileId === 'string' && was.fileId === is.fileId;

const membersOf = (value: unknown): string[] =>
  isJsonObject(value) && !isCut(value) ? ['', ...Object.keys(value)] : [''];

const without = (value: unknown, names: readonly string[]): unknown =>
  isJsonObject(value)
    ? Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
    : value;

function LargeMember({ name, ...sides }: ComparedValuesProps & { name: string }) {
  const both = [sides.before, sides.after].map((side) => ({ side, value: memberOf(side, name) }));
  const canLoad = both.every(({ value }) => !isCut(value) || canBeLoaded(value));
  const loaded = useQueries({
    queries: both.map(({ side, value }) => ({
      ...wholeValueQuery(side.logId, isShortened(value) ? value : {}),
      enabled: canLoad && isCut(value),
    })),
  });
  const failed = loaded.find(({ isError }) => isError);
  if (failed) return <LoadFailure error={failed.error} onRetry={() => failed.refetch()} />;
  if (!canLoad)
    return (
      <LargeValues
        name={name}
        same={sides.same}
        sides={both.map(({ side: { logId }, value }) => ({
          bytes: isCut(value) ? value.bytes : null,
          href: isShortened(value) && value.fileId ? wholeValuePath(logId, value) : null,
          fileName: `${name || 'value'}-${logId}`,
          source: spanSource(logId, value),
        }))}
      />
    );
  const wholes = both.map(({ value }, at) => (isCut(value) ? loaded[at]?.data : { value }));
  const [was, is] = wholes;
  if (was === undefined || is === undefined) return <Loading />;
  const named = (value: unknown) => (name === '' ? value : { [name]: value });
  return <ValueChanges before={named(was.value)} after={named(is.value)} same={sides.same} />;
}

const canBeLoaded = (value: unknown): boolean =>
  isShortened(value) && typeof value.fileId === 'string' && (value.bytes ?? 0) <= MAX_SHOWN_BYTES;

/** The outputs of two runs; large outputs are loaded whole. */
export function ComparedOutputs({ before, after, same }: ComparedValuesProps) {
  const sides = [before, after];
  const isLarge = sides.some(({ value }) => isShortened(value));
  const canLoad = sides.every(({ value }) => !isShortened(value) || (value.bytes ?? 0) <= MAX_SHOWN_BYTES);
  const wanted = (value: unknown) => canLoad && isShortened(value);
  const first = useQuery({ ...wholeOutputQuery(before.logId), enabled: wanted(before.value) });
  const second = useQuery({ ...wholeOutputQuery(after.logId), enabled: wanted(after.value) });
  const failed = [first, second].find(({ isError }) => isError);
  if (failed) return <LoadFailure error={failed.error} onRetry={() => failed.refetch()} />;
  if (isLarge && !canLoad)
    return (
      <LargeValues
        name="output"
        same={same}
        sides={sides.map(({ value, logId }) => ({
          bytes: isShortened(value) ? value.bytes : null,
          href: wholeLogPath(logId),
          fileName: `log-${logId}.json`,
          source: { from: { url: wholeLogPath(logId), path: OUTPUT_PATH } },
        }))}
      />
    );
  const was = isShortened(before.value) ? first.data : before.value;
  const is = isShortened(after.value) ? second.data : after.value;
  if (isLarge && (was === undefined || is === undefined)) return <Loading />;
  return <ValueChanges before={was} after={is} same={same} />;
}

const Loading = () => (
  <div role="status" aria-label="Loading the values to compare them">
    <Skeleton className="h-6" />
  </div>
);

/** Returns the source from which a worker loads a span's value; null if it was not stored whole. */
function spanSource(logId: string, value: unknown): DifferingSide | null {
  if (!isCut(value)) return { json: value === undefined ? null : writeJson(value) };
  if (!isShortened(value) || typeof value.fileId !== 'string') return null;
  const isJson = value.contentType === 'application/json';
  return { from: { url: wholeValuePath(logId, value), path: isJson ? [] : null } };
}

interface LargeValuesProps {
  name: string;
  same: string;
  sides: ReadonlyArray<{
    /** Null if it is small or unknown. */
    bytes: ShortenedValue['bytes'];
    /** Null if it was not stored. */
    href: string | null;
    fileName: string;
    source: DifferingSide | null;
  }>;
}

const SIDES = ['first run', 'second run'];

/** Values so large that they are fetched and compared only on demand. */
function LargeValues({ name, same, sides }: LargeValuesProps) {
  const [isWanted, setWanted] = useState(false);
  const [was, is] = sides.map(({ bytes }) => bytes);
  const [before, after] = sides.map(({ source }) => source);
  const sizes = typeof was === 'number' && typeof is === 'number' ? [formatBytes(was), formatBytes(is)] : [];
  if (isWanted && before && after) return <RemoteChanges before={before} after={after} same={same} />;
  return (
    <div className="flex flex-wrap items-center gap-2 text-sm">
      <span className="text-muted">
        {name === '' ? '' : `${name}: `}large values
        {sizes.length === 0 ? '.' : `, ${sizes.join(' and ')}${was === is ? '.' : ', so they differ.'}`}
      </span>
      {before && after ? (
        <Button size="sm" onClick={() => setWanted(true)}>
          Compare
        </Button>
      ) : null}
      {sides.map(({ href, fileName, source }, at) =>
        source === null ? (
          <span key={SIDES[at]} className="text-muted text-xs">
            Not kept in full for the {SIDES[at]}.
          </span>
        ) : href === null ? null : (
          <Button key={SIDES[at]} size="sm" asChild>
            <a href={href} download={fileName}>
              Download {name === '' ? 'value' : name} of the {SIDES[at]}
            </a>
          </Button>
        ),
      )}
    </div>
  );
}
