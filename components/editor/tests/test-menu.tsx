'use client';

import { Check, Lightbulb, Pencil, Play, ScrollText, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import type { RunTest, TestResult } from '@/lib/services/run-tests/schema';
import { errorWords } from '../../page/error-words';
import { NameDialog } from '../../page/name-dialog';
import { logPagePath } from '../../page/paths';
import { useWorkspace } from '../../page/workspace-context';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu';
import { Link } from '../../ui/link';
import { MoreButton } from '../../ui/more-button';
import { useEditorStore } from '../store/editor-context';
import { withoutTest } from '../store/test-state';
import { SuggestDialog } from './suggest-dialog';
import type { TestActs } from './test-acts';

const MAX_NAME_CHARACTERS = 120;

interface TestMenuProps {
  test: RunTest;
  result: TestResult | undefined;
  isRunning: boolean;
  acts: TestActs;
  onRun: () => void;
}

type Asked = 'name' | 'accept' | 'suggest' | 'delete';

/** What can be done with one test. */
export function TestMenu({ test, result, isRunning, acts, onRun }: TestMenuProps) {
  const { id: workspaceId, canWrite } = useWorkspace();
  const [asked, setAsked] = useState<Asked | null>(null);
  const canAccept = result?.status === 'failed' && result.problem === null;
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <MoreButton label={`More for the test “${test.name}”`} size="sm" />
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          <DropdownMenuItem disabled={isRunning} onSelect={onRun}>
            <Play aria-hidden />
            Run
          </DropdownMenuItem>
          {test.logId === null ? null : (
            <DropdownMenuItem asChild>
              <Link href={logPagePath(workspaceId, test.logId)}>
                <ScrollText aria-hidden />
                Open the run
              </Link>
            </DropdownMenuItem>
          )}
          {canWrite ? (
            <>
              <DropdownMenuItem disabled={!canAccept} onSelect={() => setAsked('accept')}>
                <Check aria-hidden />
                Accept the draft’s result…
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => setAsked('suggest')}>
                <Lightbulb aria-hidden />
                Suggest rules…
              </DropdownMenuItem>
              <DropdownMenuItem onSelect={() => setAsked('name')}>
                <Pencil aria-hidden />
                Rename…
              </DropdownMenuItem>
              <DropdownMenuSeparator />
              <DropdownMenuItem danger onSelect={() => setAsked('delete')}>
                <Trash2 aria-hidden />
                Delete…
              </DropdownMenuItem>
            </>
          ) : null}
        </DropdownMenuContent>
      </DropdownMenu>
      {asked === null ? null : (
        <AskedDialog asked={asked} test={test} acts={acts} onRun={onRun} onClose={() => setAsked(null)} />
      )}
    </>
  );
}

interface AskedDialogProps extends Pick<TestMenuProps, 'test' | 'acts' | 'onRun'> {
  asked: Asked;
  onClose: () => void;
}

function AskedDialog({ asked, test, acts, onRun, onClose }: AskedDialogProps) {
  const store = useEditorStore();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();
  const act = async (change: () => Promise<void>, then?: () => void) => {
    setBusy(true);
    try {
      await change();
      onClose();
      then?.();
    } catch (cause) {
      setBusy(false);
      setError(errorWords(cause));
      if (asked !== 'name') toast.error(`Couldn’t change the test: ${errorWords(cause)}`);
    }
  };
  const close = (isStill: boolean) => (isStill ? undefined : onClose());
  if (asked === 'suggest') return <SuggestDialog test={test} acts={acts} onClose={onClose} />;
  if (asked === 'name')
    return (
      <NameDialog
        open
        onOpenChange={close}
        title="Rename the test"
        initial={test.name}
        submitLabel="Rename"
        maxLength={MAX_NAME_CHARACTERS}
        busy={isBusy}
        error={error}
        onSubmit={(name) => void act(() => acts.rename(test, name))}
      />
    );
  if (asked === 'accept')
    return (
      <ConfirmDialog
        open
        onOpenChange={close}
        title={`Accept the draft’s result for “${test.name}”?`}
        confirmLabel="Accept it"
        busy={isBusy}
        onConfirm={() => void act(() => acts.accept(test), onRun)}
      >
        The test then passes with the draft as it is saved. What it expected before is lost.
      </ConfirmDialog>
    );
  const forget = () => store.setState(({ tests }) => ({ tests: withoutTest(tests, test.id) }));
  return (
    <ConfirmDialog
      open
      onOpenChange={close}
      title={`Delete the test “${test.name}”?`}
      confirmLabel="Delete test"
      danger
      busy={isBusy}
      onConfirm={() => void act(() => acts.remove(test), forget)}
    >
      It is deleted for everybody, with its recorded responses, and can’t be brought back.
    </ConfirmDialog>
  );
}
