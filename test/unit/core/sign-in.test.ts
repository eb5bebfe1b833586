import {
  actorOfPerson,
  holderOf,
  isPlainSubject,
  pageAfterSignIn,
  parseGroupRoles,
  roleOfGroups,
} from '../../../src/core/access/sign-in.js';

it.each([
  ['a<', false],
  ['>', false],
  ['a\u0000', false],
  ['a\u200Bb', false],
  ['\uD800', false],
  ['', false],
  [' ', false],
  ['\u3000', false],
  ['a_', true],
  ['auth0|ü 🏳 "b" & c', true],
])('a name can carry the subject %j unchanged: %s', (subject, expected) => {
  expect(isPlainSubject(subject)).toBe(expected);
  if (expected) expect(actorOfPerson({ subject, name: 'Ann' })).toBe(`Ann <${subject}>`);
});

it.each([
  ['  Mary \n\u202E Smith ', 'Mary Smith <mary>'],
  ['Mary <root>', 'Mary root <mary>'],
  ['\uD800', 'Unnamed <mary>'],
  [' <> ', 'Unnamed <mary>'],
  ['🏳'.repeat(101), `${'🏳'.repeat(100)} <mary>`],
])('a person named %j has one line of plain text in the audit log', (name, actor) => {
  expect(actorOfPerson({ subject: 'mary', name })).toBe(actor);
  expect(holderOf(actor)).toBe('<mary>');
});

const ADMINS_AND_STAFF = [
  { group: 'admins', role: 'operator' },
  { group: 'staff', role: 'auditor' },
];

it.each([
  ['admins=operator,staff=auditor', ADMINS_AND_STAFF],
  [' admins = operator , staff = auditor ', ADMINS_AND_STAFF],
  ['cn=ops=operator', [{ group: 'cn=ops', role: 'operator' }]],
  ['admins=operator,', null],
  ['admins=client', null],
  ['=operator', null],
  ['operator', null],
])('the roles of groups in %j', (written, expected) => {
  expect(parseGroupRoles(written)).toEqual(expected);
});

it('a person has the role of the first rule that names one of their groups', () => {
  const rules = parseGroupRoles('admins=operator,staff=auditor')!;
  expect(roleOfGroups(['staff', 'admins'], rules)).toBe('operator');
  expect(roleOfGroups(['Admins', 'staff'], rules)).toBe('auditor');
  expect(roleOfGroups(['others'], rules)).toBeNull();
});

it.each([
  ['/console/events?page=2', '/console/events?page=2'],
  ['/console', '/console'],
  [null, '/console'],
  ['/consoles', '/console'],
  ['/graphql', '/console'],
  ['/console/../graphql', '/console'],
  ['//other.example/console/events', '/console'],
  ['/\\other.example/console/events', '/console'],
  ['https://other.example/console/events', '/console'],
  ['/console/sign-in?to=/console', '/console'],
  ['/console/session', '/console'],
  ['/console/sessions', '/console/sessions'],
])('after a sign-in that began at %j, the console shows %s', (written, page) => {
  expect(pageAfterSignIn(written)).toBe(page);
});
