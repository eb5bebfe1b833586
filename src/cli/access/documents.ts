import type { Command } from 'commander';
import { acting, type Ask, type AskOptions, commandGroup } from '../ask.js';
import {
  DocumentsDocument,
  type DocumentFieldsFragment,
  RegisterDocumentsDocument,
  RemoveDocumentDocument,
} from '../../generated/operations.js';
import { printEntry, printList, printRows } from '../print.js';
import { CliError, readOf, type Shell } from '../shell.js';
import type { Columns } from '../table.js';

/** Returns `documents list`, `add`, `remove`: the GraphQL documents that clients may send by id. */
export function documentsCommand(shell: Shell, done: (status: number) => void): Command {
  const group = commandGroup('documents', 'Lists, registers and removes GraphQL documents').addHelpText(
    'after',
    EXAMPLES,
  );
  const action = acting(shell, done);
  group
    .command('list', { isDefault: true })
    .description('Lists registered documents by their ids.')
    .option('--text <text>', 'whose id begins with this text, or whose text contains it')
    .action(
      action(async (ask, options: AskOptions & { readonly text?: string }) => {
        const filter = { text: options.text };
        await printList(shell, options, {
          what: 'documents',
          columns: COLUMNS,
          filter,
          whenEmpty: 'No documents yet. Register some: cardway documents add <file>',
          pageOf: async (page) => (await ask(DocumentsDocument, { filter, ...page })).documents,
        });
      }),
    );
  group
    .command('add <file>')
    .description('Registers the operations of a .graphql file, or the documents of a manifest (JSON).')
    .action(
      action(async (ask, options: AskOptions, file) => {
        const documents = await register(ask, await textsOf(shell, file));
        printRows(shell, options, { value: { documents }, columns: COLUMNS, rows: documents });
      }),
    );
  group
    .command('remove <id>')
    .description('Removes a document. A running gateway knows within 5 s.')
    .action(
      action(async (ask, options: AskOptions, documentId) => {
        const { document } = (await ask(RemoveDocumentDocument, { input: { documentId } })).removeDocument;
        printEntry(shell, options, { document }, document);
      }),
    );
  return group;
}

const COLUMNS: Columns<DocumentFieldsFragment> = {
  Document: 'documentId',
  Operation: ({ text }) => /(?:query|mutation|subscription)\s+(\w+)/.exec(text)?.[1] ?? null,
  Registered: 'createdAt',
};

const EXAMPLES = `
Examples:
  cardway documents add persisted-documents.json
  cardway documents add operations.graphql --url https://cards.example.com --key-file operator.key
  cardway keys create shop-backend --role client --programme shop --documents persisted`;

/** Bytes of texts in one call, well below the limit of a body. */
const BATCH_BYTES = 24_000;

async function register(ask: Ask, texts: readonly string[]): Promise<DocumentFieldsFragment[]> {
  const registered: DocumentFieldsFragment[] = [];
  let batch: string[] = [];
  const send = async (): Promise<void> => {
    if (batch.length === 0) return;
    const { registerDocuments } = await ask(RegisterDocumentsDocument, { input: { texts: batch } });
    registered.push(...registerDocuments.documents);
    batch = [];
  };
  for (const text of texts) {
    const bytes = Buffer.byteLength([...batch, text].join(''));
    if (bytes > BATCH_BYTES || batch.length === 100) await send();
    batch.push(text);
  }
  await send();
  return registered;
}

/** Reads the documents of a file. Errors: CliError for a file that cannot be read, is no manifest, or is not GraphQL. */
async function textsOf(shell: Shell, file: string): Promise<readonly string[]> {
  // Loaded here, so that other commands do not wait for GraphQL.
  const { operationsIn, textsIn } = await import('../../graphql/documents.js');
  const text = readOf(file, () => shell.readFile(file));
  try {
    return file.endsWith('.json') ? textsIn(text) : operationsIn(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    // The parser repeats a name of any length.
    const shown = reason.length > REASON_MAX ? `${reason.slice(0, REASON_MAX)}…` : reason;
    throw new CliError(`${file} cannot be used: ${shown}`);
  }
}

const REASON_MAX = 200;
