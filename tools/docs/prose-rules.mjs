// The rules of our prose, for textlint. docs/glossary.md has the words that these texts use.
import { splitAST, SentenceSplitterSyntax } from 'sentence-splitter';
import { StringSource } from 'textlint-util-to-string';

/** @typedef {Readonly<import('@textlint/types').TextlintRuleContext>} Context */

/**
 * Words that the docs do not use, each with the word that they use instead.
 *
 * @type {readonly (readonly [word: RegExp, instead: string])[]}
 */
export const WORDS = [
  [/\bcard program(?!me)\b/i, 'card programme'],
  [/\bweb[ -]hooks?\b/i, 'webhook'],
  [/\bend[ -]points?\b/i, 'endpoint'],
  [/\bone time password/i, 'one-time password'],
  [/\b(?:micro-?service|backend wallet)s?\b/i, 'wallet service'],
  [/\b(?:correlation id)s?\b/i, 'request id'],
  [/\b(?:api[ -]key id|access token)s?\b/i, 'key'],
  [/\b(?:unknown|uncertain|ambiguous) (?:transaction|state)s?\b/i, 'in doubt'],
  [/\b(?:double|duplicated) (?:call|transaction)s?\b/i, 'duplicate'],
  [/\bmerchant terminals?\b/i, 'terminal'],
  [/\b(?:admin|administrator)s?\b/i, 'operator'],
  [/\b(?:dashboard|admin page|back ?office)\b/i, 'console'],
  [/\btokeni[sz]ation (?:report|message)s?\b/i, 'digitization'],
  [/\b(?:simply|obviously|of course|please note|easily)\b/i, 'nothing: leave it out'],
  [/\b(?:utili[sz]e|leverage)[sd]?\b/i, 'use'],
  [/\bin order to\b/i, 'to'],
  [/\b(?:e\.g\.|i\.e\.)/i, 'for example, that is'],
  [/\b(?:we|our)\b/i, 'Cardway, or a subject: docs speak to you'],
];

/**
 * No word that the glossary has another one for.
 *
 * @param {Context} context
 * @returns {import('@textlint/types').TextlintRuleReportHandler}
 */
export function glossary(context) {
  const { Syntax, RuleError, report, getSource, locator } = context;
  return {
    [Syntax.Str](node) {
      const text = getSource(node);
      for (const [word, instead] of WORDS) {
        const match = word.exec(text);
        if (match === null) continue;
        const padding = locator.range([match.index, match.index + match[0].length]);
        report(node, new RuleError(`"${match[0]}": write ${instead}.`, { padding }));
      }
    },
  };
}

/**
 * No sentence of more than `wordsMax` words. Code counts as one word.
 *
 * @param {Context} context
 * @param {{ wordsMax?: number }} [options]
 * @returns {import('@textlint/types').TextlintRuleReportHandler}
 */
export function shortSentences(context, { wordsMax = 30 } = {}) {
  const { Syntax, RuleError, report } = context;
  return {
    [Syntax.Paragraph](node) {
      for (const sentence of splitAST(node).children) {
        if (sentence.type !== SentenceSplitterSyntax.Sentence) continue;
        const words =
          new StringSource(sentence, { replacer: codeAsWord }).toString().match(/\S*[\p{L}\p{N}]\S*/gu) ?? [];
        if (words.length <= wordsMax) continue;
        const beginning = words.slice(0, 6).join(' ');
        report(sentence, new RuleError(`${words.length} words: "${beginning} …". At most ${wordsMax}.`));
      }
    },
  };
}

/**
 * No sentence begins with a clause in place of a subject. Questions may.
 *
 * @param {Context} context
 * @returns {import('@textlint/types').TextlintRuleReportHandler}
 */
export function plainBeginnings(context) {
  const { Syntax, RuleError, report } = context;
  return {
    [Syntax.Paragraph](node) {
      for (const sentence of splitAST(node).children) {
        if (sentence.type !== SentenceSplitterSyntax.Sentence) continue;
        const text = new StringSource(sentence, { replacer: codeAsWord }).toString().trim();
        // A bold label before the sentence counts as a part of it.
        const first = /(?<=^|[.] )(?:What|Whatever|Who|Whoever|Of|So)(?= )/.exec(text)?.[0];
        if (first === undefined || text.endsWith('?')) continue;
        report(
          sentence,
          new RuleError(`"${text.slice(0, 40)} …": begin with the subject, not with "${first}".`),
        );
      }
    },
  };
}

/** @type {import('textlint-util-to-string').StringSourceOptions['replacer']} */
const codeAsWord = ({ node, maskValue }) => (node.type === 'Code' ? maskValue('x') : undefined);

/**
 * A page begins with one sentence on its purpose and its readers.
 *
 * @param {Context} context
 * @returns {import('@textlint/types').TextlintRuleReportHandler}
 */
export function purposeFirst(context) {
  const { Syntax, RuleError, report, getSource } = context;
  return {
    [Syntax.Document](node) {
      const first = node.children.find(({ type }) => type === Syntax.Paragraph);
      if (first !== undefined && /^This page\b/.test(getSource(first))) return;
      report(first ?? node, new RuleError('Begin with "This page …": its purpose and its readers.'));
    },
  };
}
