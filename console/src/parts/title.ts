import { useEffect } from 'react';

/** The title of the tab, and of the page for those who hear it. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Cardway console`;
  }, [title]);
}
