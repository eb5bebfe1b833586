import { canonicalText, shownArguments } from '../../../src/core/access/approval.js';

describe('the arguments of a change, as an approver sees them and as they are kept', () => {
  it.each([
    ['4111111111111111', '411111XXXXXX1111'],
    ['4111.1111.1111.1111', '4111.11XX.XXXX.1111'],
    ['4111/1111/1111/1111', '4111/11XX/XXXX/1111'],
    ['4111_1111_1111_1111', '4111_11XX_XXXX_1111'],
    ['card4111111111111111', 'card411111XXXXXX1111'],
    ['501800000009', 'XXXXXXXXXXXX'],
  ])('mask the card number %s that somebody pasted as an id', (pasted, masked) => {
    for (const name of ['requestId', 'keyId', 'terminalId'])
      expect(shownArguments({ [name]: pasted })).toEqual({ [name]: masked });
  });

  it('mask a card number in a number, and hide the value beside the name of a secret', () => {
    expect(shownArguments({ amount: 4111111111111111, member: { name: 'cvv', value: '123' } })).toEqual({
      amount: '411111XXXXXX1111',
      member: { name: 'cvv', value: '[hidden]' },
    });
  });

  it('keep the ids that a change is about', () => {
    const ids = {
      requestId: '5001_20260824141706_118267843123456',
      keyId: 'till-7.backend',
      terminalId: '0068766621',
      before: '2026-08-24T14:17:06.000Z',
    };
    expect(shownArguments(ids)).toEqual(ids);
  });

  it('hide passwords, secrets and keys', () => {
    const given = { password: '1234567890', newSecret: 'whatever it is', key: '3132', keyId: '001' };
    expect(shownArguments(given)).toEqual({
      ...{ password: '[hidden]', newSecret: '[hidden]', key: '[hidden]' },
      keyId: '001',
    });
  });
});

describe('the text of a call by which its approval is found', () => {
  it('is the same for any order of names, at any depth', () => {
    const one = canonicalText([{ b: 1, a: { d: [{ y: 1, x: 2 }], c: null } }]);
    expect(canonicalText([{ a: { c: null, d: [{ x: 2, y: 1 }] }, b: 1 }])).toBe(one);
  });

  it('is another one for any other value, also in a list', () => {
    const texts = [[1, 2], [2, 1], { a: null }, {}, { a: '1' }, { a: 1 }].map(canonicalText);
    expect(new Set(texts).size).toBe(texts.length);
  });
});
