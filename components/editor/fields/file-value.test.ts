import { expect, test } from 'vitest';
import { fileIn } from './file-value';

test('only the text of a chosen file stands for a file', () => {
  const file = { contentType: 'image/png', size: 3, name: 'a.png', base64: 'AAEC' };
  expect(fileIn(JSON.stringify(file))).toEqual(file);
  for (const text of ['', '{}', '{"contentType":', '{"contentType":"image/png"}', '{"size": 3}'])
    expect(fileIn(text)).toBeNull();
});
