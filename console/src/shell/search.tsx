import { lazy, Suspense, useRef, type ReactNode } from 'react';

const SearchPanel = lazy(async () => ({ default: (await import('./search-panel.js')).SearchPanel }));

interface SearchProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** Shows the search over ids, pages and commands. Its code is loaded when it is opened first. */
export function Search(props: SearchProps): ReactNode {
  const isLoaded = useRef(false);
  isLoaded.current ||= props.isOpen;
  return (
    isLoaded.current && (
      <Suspense fallback={null}>
        <SearchPanel {...props} />
      </Suspense>
    )
  );
}
