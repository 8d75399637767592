import { safePathOf } from '../../../lib/services/accounts/safe-path';
import { type Attack, tally } from './attack';
import { postSignIn, rightPassword } from './target';

const PARALLEL = 40;
const ROUNDS = 3;

async function flood(request: () => Promise<Response>): Promise<string[]> {
  const answers: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const made = await Promise.all(Array.from({ length: PARALLEL }, request));
    answers.push(...made.map(({ status }) => String(status)));
  }
  return answers;
}

/** A second owner cannot be created; the refusal must not cost a password hash. */
const setups: Attack = {
  name: '40 parallel POST /api/setup',
  run: async ({ origin }) => {
    const body = JSON.stringify({
      name: 'Eve',
      email: 'eve@example.com',
      password: 'a sentence to remember',
      workspaceName: 'Eve’s',
    });
    const headers = { 'content-type': 'application/json', origin };
    const answers = await flood(() => fetch(`${origin}/api/setup`, { method: 'POST', headers, body }));
    const wrong = answers.filter((status) => !/^4/.test(status));
    return { answers, wrong: wrong.length > 0 ? [`not refused: ${tally(wrong)}`] : [] };
  },
};

const guesses: Attack = {
  name: '40 parallel wrong passwords',
  run: async ({ origin }) => {
    const answers = await flood(() => postSignIn(origin, 'not the password', { json: 'true' }));
    const wrong = answers.filter((status) => !/^4/.test(status));
    return { answers, wrong: wrong.length > 0 ? [`not refused: ${tally(wrong)}`] : [] };
  },
};

const ELSEWHERE = [
  '/%09/elsewhere.example',
  '/\t/elsewhere.example',
  '/\n/elsewhere.example',
  '//elsewhere.example',
  '/\\elsewhere.example',
  '\\/elsewhere.example',
  'https://elsewhere.example/',
  'https:elsewhere.example',
  'javascript:alert(1)',
];

/** Both redirects after signing in: the one of next-auth, and the page's own by its `next`. */
const redirects: Attack = {
  name: 'redirects elsewhere after signing in',
  run: async ({ origin }) => {
    const answers = [];
    const wrong = [];
    for (const callbackUrl of ELSEWHERE) {
      const response = await postSignIn(origin, rightPassword, { callbackUrl });
      answers.push(String(response.status));
      const to = response.headers.get('location');
      if (to !== null && leaves(to, origin))
        wrong.push(`callbackUrl ${JSON.stringify(callbackUrl)} leads to ${to}`);
      const next = safePathOf(
        new URL(`${origin}/sign-in?next=${encodeURIComponent(callbackUrl)}`).searchParams.get('next'),
      );
      const decoded = safePathOf(new URL(`${origin}/sign-in?next=${callbackUrl}`).searchParams.get('next'));
      for (const target of [next, decoded])
        if (leaves(target, origin))
          wrong.push(`next ${JSON.stringify(callbackUrl)} leads to ${JSON.stringify(target)}`);
    }
    return { answers, wrong };
  },
};

const leaves = (to: string, origin: string): boolean => new URL(to, origin).origin !== origin;

export const SIGNING_IN: readonly Attack[] = [setups, guesses, redirects];
