import { expect, test } from 'vitest';
import { EditedConnection } from './schema';

const KEY = { name: 'Maps', kind: 'apiKey', in: 'header', keyName: 'X-Key' };
const BASIC = { name: 'Shop', kind: 'basic', username: 'me' };

test.each([
  [{ name: 'x', kind: 'bearer', secret: 'ключ' }, 'secret', 'character'],
  [{ ...BASIC, username: 'a:b' }, 'username', '":"'],
  [{ ...KEY, keyName: '<a>' }, 'keyName', "can't be a header's name"],
  [{ ...KEY, keyName: 'Content-Length' }, 'keyName', 'set by the connection'],
  [{ ...KEY, secret: 'a\r\nb' }, 'secret', 'character'],
])('%j is refused in words under its field', (edit, field, words) => {
  const { error } = EditedConnection.safeParse(edit);
  expect(error?.issues).toMatchObject([{ path: [field], message: expect.stringContaining(words) }]);
});

test('a token is stored without its scheme; a kind takes no members of another', () => {
  const bearer = { name: 'x', kind: 'bearer', secret: 'Bearer  abc ' };
  expect(EditedConnection.parse(bearer)).toMatchObject({ secret: 'abc' });
  expect(EditedConnection.safeParse({ ...bearer, tokenUrl: 'https://a.test' }).success).toBe(false);
  expect(EditedConnection.safeParse({ ...KEY, in: 'query', keyName: 'any <name>' }).success).toBe(true);
});
