import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { gatewayIsThere, later } from '../parts/later.js';

const load = () => import('./search-panel.js');
const SearchPanel = later(load, 'SearchPanel');

interface SearchProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** Shows the search over ids, pages and commands. Its code is loaded when the first page stands. */
export function Search(props: SearchProps): ReactNode {
  const { isOpen } = props;
  const isLoaded = useRef(false);
  isLoaded.current ||= isOpen;
  const [query, setQuery] = useState('');
  useEffect(() => {
    const waiting = setTimeout(() => void gatewayIsThere().then(load), AFTER_FIRST_PAGE_MS);
    return () => clearTimeout(waiting);
  }, []);
  useEffect(() => (isOpen ? takeKeys((key) => setQuery((typed) => typed + key)) : undefined), [isOpen]);
  return (
    isLoaded.current && (
      <Suspense fallback={null}>
        <SearchPanel {...props} query={query} onQuery={setQuery} />
      </Suspense>
    )
  );
}

const AFTER_FIRST_PAGE_MS = 2000;

/** Hands over what a fast person types before the field of the search has the focus. Returns how to stop. */
function takeKeys(onKey: (key: string) => void): () => void {
  const take = (event: KeyboardEvent): void => {
    const isInField = document.activeElement?.matches('input, textarea') === true;
    if (isInField || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    onKey(event.key);
  };
  addEventListener('keydown', take, { capture: true });
  return () => removeEventListener('keydown', take, { capture: true });
}
