import { actorOfPerson, holderOf, isActorOf } from '../../../src/core/access/sign-in.js';

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

it('a subject with characters that a name may not have is known again', () => {
  const person = { subject: 'a<b>\u0000', name: 'Ann <mary>' };
  expect(isActorOf(person, actorOfPerson(person))).toBe(true);
  expect(isActorOf({ subject: 'mary' }, actorOfPerson(person))).toBe(false);
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

it('the subject in the audit log stands on one line too', () => {
  expect(actorOfPerson({ subject: 'a<b>\n\uD800c', name: 'Ann' })).toBe('Ann <a_b___c>');
});
