import { Alert, Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { useLocation } from 'wouter';

/** Shows what to do where a page breaks, for example because its file is of another release. */
export function PageBoundary({ children }: { readonly children: ReactNode }): ReactNode {
  const [path] = useLocation();
  return <Boundary key={path}>{children}</Boundary>;
}

/** Shows the same in place of whatever breaks inside. */
export class Boundary extends Component<{ readonly children: ReactNode }, { readonly isBroken: boolean }> {
  override readonly state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return (
      <Alert color="red" title="This page does not work" role="alert">
        <p>The gateway may have a new release. Load the page again.</p>
        <Button mt="sm" onClick={() => location.reload()}>
          Load again
        </Button>
      </Alert>
    );
  }
}
