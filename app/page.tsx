import { redirect } from 'next/navigation';
import { StartRedirect } from '@/components/auth/start-redirect';
import { workspacePath } from '@/components/shell/paths';
import { currentActor } from '@/lib/auth/session';

export default async function StartPage() {
  const actor = await currentActor();
  const [only, ...others] = actor?.roles.keys() ?? [];
  // With several, the browser knows which one was open last.
  if (only !== undefined && others.length === 0) redirect(workspacePath(only));
  return <StartRedirect />;
}
