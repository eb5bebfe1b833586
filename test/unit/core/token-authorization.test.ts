import {
  digitizationPath,
  isAddedByApplication,
  panSource,
  ruleOnToken,
  walletRecommendation,
} from '../../../src/core/provisioning/token-authorization.js';

const GOOD = {
  card: { isBlocked: false },
  path: 'GREEN',
  recommendation: 'approve',
  isByApplication: true,
  attempt: { state: 'verified' },
} as const;

describe('the rule on a token', () => {
  it.each([
    { given: {}, says: ['APPROVED', 'attempt_verified', 'authorized'] },
    { given: { attempt: { state: 'issued' } }, says: ['APPROVED', 'attempt_issued', 'authorized'] },
    { given: { path: null, recommendation: null }, says: ['APPROVED', 'attempt_verified', 'authorized'] },
    { given: { path: 'ORANGE' }, says: ['APPROVED', 'attempt_verified', 'authorized'] },
    {
      given: { recommendation: 'require_additional_authentication' },
      says: ['APPROVED', 'attempt_verified', 'authorized'],
    },
    { given: { card: null }, says: ['DECLINED', 'card_unknown', 'declined'] },
    { given: { card: { isBlocked: true } }, says: ['DECLINED', 'card_blocked', 'declined'] },
    { given: { path: 'RED' }, says: ['DECLINED', 'path_red', 'declined'] },
    { given: { path: 'RED', attempt: null }, says: ['DECLINED', 'path_red', null] },
    { given: { path: 'RED', isByApplication: false }, says: ['DECLINED', 'path_red', null] },
    { given: { recommendation: 'decline' }, says: ['DECLINED', 'wallet_recommends_decline', 'declined'] },
    { given: { isByApplication: false }, says: ['REQUIRE_ADDITIONAL_AUTHENTICATION', 'pan_source', null] },
    { given: { attempt: null }, says: ['REQUIRE_ADDITIONAL_AUTHENTICATION', 'no_attempt', null] },
    {
      given: { isByApplication: false, attempt: null },
      says: ['REQUIRE_ADDITIONAL_AUTHENTICATION', 'pan_source', null],
    },
    {
      given: { path: 'RED', recommendation: 'decline' },
      says: ['DECLINED', 'path_red', 'declined'],
    },
  ] as const)('says $says of $given', ({ given, says }) => {
    const { decision, reason, attempt } = ruleOnToken({ ...GOOD, ...given });
    expect([decision, reason, attempt]).toEqual(says);
  });
});

describe('the network’s words', () => {
  it.each([
    ['RED', 'RED'],
    ['red', 'RED'],
    [' Green ', 'GREEN'],
    ['REDD', null],
    ['', null],
  ])('path %p is %p', (text, path) => {
    expect(digitizationPath(text)).toBe(path);
  });

  it.each([
    ['Decline', 'decline'],
    ['DECLINED', 'decline'],
    ['Approve', 'approve'],
    ['APPROVED', 'approve'],
    ['Require_additional_authentication', 'require_additional_authentication'],
    ['REQUIRE-ADDITIONAL-AUTHENTICATION', 'require_additional_authentication'],
    ['perhaps', null],
  ])('recommendation %p is %p', (text, word) => {
    expect(walletRecommendation(text)).toBe(word);
  });

  it.each([
    ['card_added_via_application', true],
    ['CARD_ADDED_VIA_APPLICATION', true],
    ['added by application', true],
    ['card_added_manually', false],
    ['card_added_via_browser', false],
    ['not_added_via_application', false],
    ['card_added_via_application_of_another', false],
    ['', false],
  ])('source %p is the app: %p', (text, isApp) => {
    expect(isAddedByApplication(panSource(text))).toBe(isApp);
  });

  it('a missing source does not count against the token', () => {
    expect(isAddedByApplication(null)).toBe(true);
  });
});
