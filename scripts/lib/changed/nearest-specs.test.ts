import fs from 'node:fs';
import { expect, test } from 'vitest';
import { inProject } from '../project.mjs';
import { specsNamed, specsOfRooms } from './nearest-specs.mjs';
import { SPECS_BY_ROOM } from './specs-by-room.mjs';

const specs = fs
  .readdirSync(inProject('e2e'))
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => `e2e/${name}`)
  .sort();

test('every room of the table is there, once', () => {
  const rooms = SPECS_BY_ROOM.map(([room]) => room);
  expect(rooms.filter((room) => !fs.existsSync(inProject(room)))).toEqual([]);
  expect(new Set(rooms).size).toBe(rooms.length);
});

test('every spec belongs to a room, and every name of the table is that of a spec', () => {
  const words = SPECS_BY_ROOM.flatMap(([, names]) => names.split(' '));
  expect(words.filter((word) => specsNamed(word, specs).length === 0)).toEqual([]);
  const named = new Set(words.flatMap((word) => specsNamed(word, specs)));
  expect(specs.length).toBeGreaterThan(80);
  expect(specs.filter((spec) => !named.has(spec))).toEqual([]);
});

test('every room of components has its specs', () => {
  const rooms = ['components', 'components/editor'].flatMap((floor) =>
    fs
      .readdirSync(inProject(floor), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${floor}/${name}`),
  );
  expect(rooms.filter((room) => specsOfRooms([`${room}/any.tsx`], specs).length === 0)).toEqual([]);
});

test('the specs of the innermost room come first', () => {
  expect(specsOfRooms(['components/editor/pins/any-button.tsx'], specs)).toEqual([
    'e2e/pins.spec.ts',
    'e2e/pins-at-once.spec.ts',
    'e2e/editor.spec.ts',
    'e2e/seven-blocks.spec.ts',
  ]);
});

test('a name is a whole one, with * a beginning, and a room no beginning of another', () => {
  const some = [
    'e2e/canvas.spec.ts',
    'e2e/canvas-keys.spec.ts',
    'e2e/logs.spec.ts',
    'e2e/log-detail.spec.ts',
  ];
  expect(specsNamed('canvas', some)).toEqual(['e2e/canvas.spec.ts']);
  expect(specsNamed('canvas-*', some)).toEqual(['e2e/canvas-keys.spec.ts']);
  expect(specsOfRooms(['components/log-page/any-page.tsx'], some)).toEqual(['e2e/log-detail.spec.ts']);
});

test('rooms without screens ask for no browser', () => {
  expect(specsOfRooms(['lib/core/engine/any-run.ts', 'scripts/any.mjs', 'docs/any.md'], specs)).toEqual([]);
});
