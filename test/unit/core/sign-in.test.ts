import {
  actorOfPerson,
  holderOf,
  isActorOf,
  isPlainSubject,
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
