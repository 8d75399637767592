import { Compass } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Link } from '@/components/ui/link';

export default function NotFound() {
  return (
    <main className="flex min-h-dvh items-center justify-center">
      <EmptyState
        level={1}
        icon={Compass}
        title="Page not found"
        actions={
          <Button asChild variant="primary">
            <Link href="/">Go to your workspace</Link>
          </Button>
        }
      >
        The address may be mistyped, or the page was deleted.
      </EmptyState>
    </main>
  );
}
