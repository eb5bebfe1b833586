import { Box, List, Typography } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import runbook from '../../../../docs/runbook.md';
import type { EntityPageProps } from '../../parts/entity.js';
import { Notice, Page } from '../../parts/page.js';

/** Shows the runbook. An entry in the address is scrolled to, and gets the focus. */
export function RunbookPage({ id: anchor }: EntityPageProps): ReactNode {
  const entry = runbook.find((each) => each.anchor === anchor);
  // Runs after the effect of the page, which moves the focus to its heading.
  useEffect(() => {
    const heading = anchor === '' ? null : document.getElementById(anchor);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView();
  }, [anchor]);
  return (
    <Page title={entry?.title ?? 'Runbook'} heading="Runbook">
      {anchor !== '' && entry === undefined && (
        <Notice tone="warn">The runbook of this release has no entry “{anchor}”.</Notice>
      )}
      <nav aria-label="Entries">
        <List spacing="xs">
          {runbook.map(({ anchor: target, title }) => (
            <List.Item key={target}>
              <Link href={`/runbook/${target}`}>{title}</Link>
            </List.Item>
          ))}
        </List>
      </nav>
      {runbook.map(({ anchor: target, title, html }) => (
        <Box component="section" mt="xl" key={target} aria-labelledby={target}>
          <h2 id={target} tabIndex={-1}>
            {title}
          </h2>
          {/* The build made the HTML from the runbook of this release, without raw HTML. */}
          <Typography dangerouslySetInnerHTML={{ __html: html }} />
        </Box>
      ))}
    </Page>
  );
}
