import './runbook.css';
import { useEffect, type MouseEvent, type ReactNode } from 'react';
import { Link, useLocation, useRouter } from 'wouter';
import runbook, { type RunbookBlock } from '../../../../docs/runbook.md';
import { CopyIcon } from '../../parts/copy.js';
import { Notice } from '../../parts/notice.js';
import { Page } from '../../parts/page.js';

/** Shows the runbook. An entry in the address is scrolled to, and gets the focus. */
export function RunbookPage({ anchor }: { readonly anchor?: string }): ReactNode {
  const entry = runbook.find((each) => each.anchor === anchor);
  const follow = useFollow();
  // Runs after the effect of the page, which moves the focus to its heading.
  useEffect(() => {
    const heading = anchor === undefined ? null : document.getElementById(anchor);
    heading?.focus({ preventScroll: true });
    heading?.scrollIntoView();
  }, [anchor]);
  return (
    <Page title={entry?.title ?? 'Runbook'} heading="Runbook">
      {anchor !== undefined && entry === undefined && (
        <Notice tone="warn">The runbook of this release has no entry “{anchor}”.</Notice>
      )}
      <div className="runbook">
        <nav aria-label="Entries" className="runbook-contents">
          <ul>
            {runbook.map(({ anchor: target, title }) => (
              <li key={target}>
                <Link
                  href={`/runbook/${target}`}
                  {...(target === anchor ? { 'aria-current': 'location' as const } : {})}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <div className="runbook-entries" onClick={follow}>
          {runbook.map(({ anchor: id, title, blocks }) => (
            <section key={id} aria-labelledby={id} className="runbook-entry">
              <h2 id={id} tabIndex={-1}>
                {title}
              </h2>
              {blocks.map((block, index) => (
                <Block key={index} block={block} />
              ))}
            </section>
          ))}
        </div>
      </div>
    </Page>
  );
}

/** Follows links between entries inside the console. */
function useFollow(): (event: MouseEvent) => void {
  const [, navigate] = useLocation();
  const { base } = useRouter();
  return (event) => {
    const path = (event.target as Element).closest('a')?.pathname;
    const isPlain =
      event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (path === undefined || !isPlain) return;
    event.preventDefault();
    navigate(path.slice(base.length));
  };
}

function Block({ block }: { readonly block: RunbookBlock }): ReactNode {
  // The build made the HTML from the runbook of this release, without raw HTML.
  if (block.kind === 'html') return <div dangerouslySetInnerHTML={{ __html: block.html }} />;
  return (
    <ul className="commands" aria-label="Commands">
      {block.commands.map((command) => (
        <li key={command}>
          <code>{command}</code>
          <CopyIcon text={command} />
        </li>
      ))}
    </ul>
  );
}
