import { expect, test } from 'vitest';
import { plainName } from './plain-name';
import { BlockName } from './schema';

test.each([
  ['Auftrag prüfen', 'auftrag_pruefen'],
  ['Vérifier l’état', 'verifier_l_etat'],
  ['Größe & Maß', 'groesse_mass'],
  ['2. Schritt', 'schritt'],
  ['Zażółć gęślą', 'zazolc_gesla'],
  ['send → mail!', 'send_mail'],
  ['u\u0308ber', 'ueber'],
  ['x'.repeat(300), 'x'.repeat(64)],
])('%s becomes %s', (name, plain) => {
  expect(plainName(name)).toBe(plain);
  expect(BlockName.safeParse(plain).success).toBe(true);
});

test.each(['確認', '\u200b\u202e', '42', ''])('nothing is left of %j', (name) => {
  expect(plainName(name)).toBeNull();
});
