import { useSearchParams } from 'next/navigation';
import { useCallback, useEffect, useMemo } from 'react';
import { create } from 'zustand';
import { showSearch } from '../ui/show-search';
import { type ListColumns, readColumns, writeColumns } from './list-columns';
import { changeListLayout, useListLayout } from './list-layout';

const NAME = 'columns';

/** Columns that were just chosen, until the page follows its address; `before`: what the address had. */
interface Chosen {
  chosen: { before: string | null; columns: ListColumns } | null;
}

const useChosen = create<Chosen>(() => ({ chosen: null }));

/**
 * The columns of the list: those of the address, so that a link and a saved view have their own, else those
 * of this device. Choosing columns changes both.
 */
export function useListColumns(): [ListColumns, (columns: ListColumns) => void] {
  const own = useListLayout().columns;
  const given = useSearchParams().get(NAME);
  const { chosen } = useChosen();
  const isAhead = chosen !== null && chosen.before === given;
  useEffect(() => {
    if (chosen !== null && !isAhead) useChosen.setState({ chosen: null });
  }, [chosen, isAhead]);
  const columns = useMemo(() => readColumns(given) ?? own, [given, own]);
  const choose = useCallback(
    (wanted: ListColumns) => {
      const params = new URLSearchParams(window.location.search);
      params.set(NAME, writeColumns(wanted));
      const isChanged = params.get(NAME) !== given;
      useChosen.setState({ chosen: isChanged ? { before: given, columns: wanted } : null });
      showSearch(params.toString(), 'replace');
      changeListLayout({ columns: wanted });
    },
    [given],
  );
  return [isAhead ? chosen.columns : columns, choose];
}
