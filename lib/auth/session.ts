import { cookies } from 'next/headers';
import type { Actor } from './actor';
import { actorOfCookies } from './authenticate';

/** Who looks at this page; null when nobody is signed in. For server components. */
export async function currentActor(): Promise<Actor | null> {
  const jar = await cookies();
  return actorOfCookies(
    jar
      .getAll()
      .map(({ name, value }) => `${name}=${value}`)
      .join('; '),
  );
}
