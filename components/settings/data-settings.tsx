'use client';

import { SettingsCard, SettingsSection } from './settings-section';
import { WorkspaceRedaction } from './workspace-redaction';
import { WorkspaceRetention } from './workspace-retention';

/** What is kept of runs. */
export function DataSettings() {
  return (
    <>
      <SettingsSection
        title="Redaction"
        description="Values that are left out of logs, exports and webhook deliveries, before they are stored."
      >
        <SettingsCard>
          <WorkspaceRedaction />
        </SettingsCard>
      </SettingsSection>
      <SettingsSection title="Retention" description="How long logs and what they hold are kept.">
        <SettingsCard>
          <WorkspaceRetention />
        </SettingsCard>
      </SettingsSection>
    </>
  );
}
