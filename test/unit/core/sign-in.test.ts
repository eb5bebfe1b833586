import {
  actorOfPerson,
  holderOf,
  isActorOf,
  isPlainSubject,
  pageAfterSignIn,
  parseGroupRoles,
  roleOfGroups,
  subjectOf,
} from '../../../src/core/access/sign-in.js';

it.each([
  ['mary', 'Mary', true],
  ['mary', 'Mary Jones, as she is called now', true],
  ['ary', 'Mary', false],
  ['rosemary', 'Mary', false],
  ['MARY', 'Mary', false],
  ['', 'Mary', false],
])('the actor of mary was made of the subject %j (%s): %s', (subject, name, expected) => {
  expect(isActorOf({ subject: 'mary' }, actorOfPerson({ subject, name }))).toBe(expected);
  expect(isActorOf({ subject }, actorOfPerson({ subject: 'mary', name }))).toBe(expected);
});

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
  if (expected) expect(subjectOf(actorOfPerson({ subject, name: 'Ann' }))).toBe(subject);
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
