import type { ReactNode } from 'react';
import { DigitizationsPageDocument, ProvisioningPageDocument } from '../../../../src/generated/operations.js';
import { Newest } from '../../parts/entity-page.js';
import { ATTEMPT_LIST, DIGITIZATION_LIST } from './rows.js';

/** Shows the newest attempts to put a card into a wallet, and its tokens. */
export function AttemptsOfCard({ cardId }: { readonly cardId: number }): ReactNode {
  const query = `card=${String(cardId)}`;
  return (
    <>
      <Newest
        {...ATTEMPT_LIST}
        title="Newest attempts"
        document={ProvisioningPageDocument}
        filter={{ cardId }}
        all={['All its attempts', `/provisioning?${query}`]}
        none={
          <>
            An attempt begins when an integrator asks for a secret of this card. Try it:{' '}
            <code>cardway trigger provisioning --card {cardId}</code>
          </>
        }
      />
      <Newest
        {...DIGITIZATION_LIST}
        title="Digitizations"
        document={DigitizationsPageDocument}
        filter={{ cardId }}
        all={['All its digitizations', `/digitizations?${query}`]}
        none="The network reports it when it is."
      />
    </>
  );
}
