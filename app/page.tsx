import { StartRedirect } from '@/components/auth/start-redirect';

export default function StartPage() {
  return <StartRedirect />;
}
