'use client';

import { Columns3 } from 'lucide-react';
import { useId } from 'react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Popover, PopoverContent, PopoverTrigger } from '@/components/ui/popover';
import { Segmented } from '@/components/ui/segmented';
import { changeListLayout, type Density, OPTIONAL_COLUMNS, useListLayout } from './list-layout';

const DENSITIES: ReadonlyArray<{ value: Density; label: string }> = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
];

/** Chooses the columns and the row density of the list on this device. */
export function LayoutMenu() {
  const { columns, density } = useListLayout();
  const headingId = useId();
  return (
    <Popover>
      <PopoverTrigger asChild>
        <Button size="sm">
          <Columns3 aria-hidden />
          <span className="max-sm:sr-only">Columns</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Columns and density" align="end" className="w-60">
        <Segmented
          aria-label="Density"
          value={density}
          options={DENSITIES}
          onValueChange={(chosen) => changeListLayout({ density: chosen })}
        />
        <h2 id={headingId} className="mt-3 mb-1 font-medium text-muted text-xs">
          Columns (hidden when narrow)
        </h2>
        <ul aria-labelledby={headingId}>
          {OPTIONAL_COLUMNS.map(({ id, label }) => (
            <li key={id} className="rounded-md px-1 py-1.5 hover:bg-hover">
              <Checkbox
                label={label}
                checked={columns.includes(id)}
                onCheckedChange={(checked) =>
                  changeListLayout({
                    columns: OPTIONAL_COLUMNS.flatMap((each) =>
                      (each.id === id ? checked : columns.includes(each.id)) ? [each.id] : [],
                    ),
                  })
                }
              />
            </li>
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
}
