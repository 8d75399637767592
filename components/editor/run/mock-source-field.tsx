import { useQuery } from '@tanstack/react-query';
import { testsQuery } from '../../run-tests/test-queries';
import { Field } from '../../ui/field';
import { RelativeTime } from '../../ui/relative-time';
import { Select } from '../../ui/select';
import { Switch } from '../../ui/switch';
import { useEditor } from '../store/editor-context';
import { type MockSource, sourceOfValue, valueOfSource } from './mock-words';
import { recentRunsQuery } from './run-queries';

const NONE = 'There are none yet: run the workflow once, or keep a run as a test.';

interface MockSourceFieldProps {
  isOn: boolean;
  source: MockSource | null;
  onSwitch: (isOn: boolean) => void;
  onSource: (source: MockSource) => void;
}

/** Chooses whether requests are sent, or answered as a test or a past run recorded them. */
export function MockSourceField({ isOn, source, onSwitch, onSource }: MockSourceFieldProps) {
  return (
    <>
      <Switch
        label="Send to recorded answers"
        help="No request leaves. Each gets the recorded answer to the same request, and nothing is logged."
        checked={isOn}
        onCheckedChange={onSwitch}
      />
      {isOn ? <SourceSelect source={source} onSource={onSource} /> : null}
    </>
  );
}

function SourceSelect({ source, onSource }: Pick<MockSourceFieldProps, 'source' | 'onSource'>) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const workflowId = useEditor((state) => state.workflowId);
  const tests = useQuery(testsQuery(workflowId)).data ?? [];
  const runs = useQuery(recentRunsQuery(workspaceId, workflowId)).data ?? [];
  const options = [
    ...tests.map(({ id, name }) => ({ value: valueOfSource({ testId: id }), label: name, group: 'Tests' })),
    ...runs.map(({ id, startedAt, status }) => ({
      value: valueOfSource({ logId: id }),
      label: (
        <>
          <RelativeTime at={startedAt} />, {status}
        </>
      ),
      group: 'Runs',
    })),
  ];
  return (
    <Field label="Answers of" help={options.length === 0 ? NONE : undefined}>
      <Select
        value={source === null ? '' : valueOfSource(source)}
        placeholder="Choose a test or a run"
        options={options}
        onValueChange={(value) => onSource(sourceOfValue(value))}
      />
    </Field>
  );
}
