'use client';

import { Check, ChevronDown } from 'lucide-react';
import { Select as Radix } from 'radix-ui';
import type { KeyboardEvent, ReactNode } from 'react';
import { groupedBy } from '@/lib/platform/grouped-by';
import { cn } from './class-names';
import { useFieldControl } from './field';
import { controlClasses } from './input';
import { floatingClasses, itemClasses, menuLabelClasses } from './menu-classes';

export interface SelectOption<Value extends string = string> {
  value: Value;
  label: ReactNode;
  /** A second, quieter line. */
  description?: string;
  disabled?: boolean;
  /** The heading above it and the following options with the same group. */
  group?: string;
}

export interface SelectProps<Value extends string> {
  value: Value;
  onValueChange: (value: Value) => void;
  options: ReadonlyArray<SelectOption<Value>>;
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  'aria-label'?: string;
}

/** With Ctrl or ⌘, Enter may be a shortcut: this flag is the only check before Radix opens the list. */
function leaveShortcuts(event: KeyboardEvent): void {
  if (event.metaKey || event.ctrlKey) event.defaultPrevented = true;
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { value, onValueChange, options, placeholder, disabled, className, ...rest } = props;
  return (
    <Radix.Root
      value={value}
      disabled={disabled ?? false}
      onValueChange={(chosen) => {
        const option = options.find((candidate) => candidate.value === chosen);
        if (option) onValueChange(option.value);
      }}
    >
      <Radix.Trigger
        {...useFieldControl()}
        {...rest}
        onKeyDown={leaveShortcuts}
        className={cn(
          controlClasses,
          'flex h-8 items-center justify-between gap-2 text-left data-[placeholder]:text-faint',
          className,
        )}
      >
        <span className="min-w-0 truncate">
          <Radix.Value placeholder={placeholder}>
            {options.find((option) => option.value === value)?.label}
          </Radix.Value>
        </span>
        <ChevronDown className="size-4 shrink-0 text-faint" aria-hidden />
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className={cn(
            floatingClasses,
            'max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-96',
          )}
        >
          <Radix.Viewport>
            {groupsOf(options).map(([heading, grouped]) =>
              heading === undefined ? (
                grouped.map((option) => <Item key={option.value} option={option} />)
              ) : (
                <Radix.Group key={heading}>
                  <Radix.Label className={menuLabelClasses}>{heading}</Radix.Label>
                  {grouped.map((option) => (
                    <Item key={option.value} option={option} />
                  ))}
                </Radix.Group>
              ),
            )}
          </Radix.Viewport>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Item({ option: { value, label, description, disabled = false } }: { option: SelectOption }) {
  return (
    <Radix.Item value={value} disabled={disabled} className={cn(itemClasses, 'pr-8')}>
      <span className="flex min-w-0 flex-col">
        <Radix.ItemText>{label}</Radix.ItemText>
        {description ? <span className="text-faint text-xs">{description}</span> : null}
      </span>
      <Radix.ItemIndicator className="absolute right-2">
        <Check className="size-4 text-accent" aria-hidden />
      </Radix.ItemIndicator>
    </Radix.Item>
  );
}

/** Groups the options under their headings, in the order of the headings' first occurrence. */
const groupsOf = (options: readonly SelectOption[]): Array<[heading: string | undefined, SelectOption[]]> => [
  ...groupedBy(options, ({ group }) => group),
];
