'use client';

import { ChevronDown } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { ManyChoices, type ManyChoicesProps } from './many-choices';

/** A filter with several choices behind its own button, which names the chosen ones. */
export function ManyFilter(props: ManyChoicesProps) {
  const { label, options, chosen } = props;
  const only = chosen.length === 1 ? options.find((option) => option.value === chosen[0])?.label : undefined;
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button className={chosen.length > 0 ? 'border-accent-solid/50 bg-accent-soft' : ''}>
          <span className="max-w-40 truncate">
            {label}
            {chosen.length > 0 ? <span className="text-accent">: {only ?? chosen.length}</span> : null}
          </span>
          <ChevronDown className="size-3.5! text-faint" aria-hidden />
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={label} align="start" className="w-64 p-2">
        <ManyChoices {...props} />
      </PopoverContent>
    </Popover>
  );
}
