import { expect, test } from 'vitest';
import { lineDocument } from '../document/line-document.fixture';
import { goToCommands, MOST_BLOCKS_LISTED } from './use-block-commands';

test('each block is a command by its name, found by its kind too', () => {
  const gone: string[] = [];
  const commands = goToCommands(lineDocument(), (id) => gone.push(id));
  expect(commands.map(({ title }) => title)).toEqual(['start', 'fetch user', 'answer']);
  expect(commands[1]!.keywords).toContain('api');
  commands[1]!.run();
  expect(gone).toEqual(['b']);
});

test('the blocks of a large workflow are found, but not all listed before anything is typed', () => {
  const document = lineDocument();
  for (let at = 0; at < MOST_BLOCKS_LISTED; at += 1)
    document.blocks[`x${at}`] = { ...document.blocks.c!, id: `x${at}`, name: `x${at}` };
  const commands = goToCommands(document, () => undefined);
  expect(commands).toHaveLength(MOST_BLOCKS_LISTED + 3);
  expect(commands.every(({ onlyWhenSearched }) => onlyWhenSearched)).toBe(true);
});
